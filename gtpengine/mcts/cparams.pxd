"""The parameters as the kernel reads them: one field for each row of ``params.PARAMS``
but those of files."""

from board_ext.types cimport uint64_t


cdef struct CParams:
    int tree_policy               # place in the row's choices, like all such
    double exploration
    double ucb_exploration
    double puct_exploration
    double progressive_bias
    double criticality
    int grave_threshold
    int explore_interval
    bint transpositions
    int widening_children
    double widening_visits
    int widening_rave_visits
    bint solver
    double solver_empty
    bint score_bounds
    int leaf_playouts
    int rave_schedule
    double rave_equivalence
    int rave_distance_levels
    double first_play_urgency
    int expand_visits
    int virtual_loss
    int evaluator_descents
    double evaluation_share
    double score_weight
    double prior_even
    double prior_rave_share
    double prior_capture
    double prior_escape
    double prior_atari
    double prior_ladder
    double prior_self_atari
    double prior_own_eye
    double prior_pattern
    double prior_near_last
    double prior_empty_area
    double prior_pass
    double prior_model
    double prior_model_exponent
    double prior_model_rules
    int playout_policy            # place in the row's choices
    uint64_t playout_order        # of PlayoutRule, four bits each, the first in the lowest
    double playout_ko_rate
    int playout_ko_age
    double playout_reply_rate
    double playout_atari_rate
    bint playout_atari_largest
    bint playout_edge_escapes
    double playout_ladder_rate
    double playout_ladder_attack_rate
    double playout_race_rate
    int playout_race_liberties
    double playout_two_liberty_rate
    bint playout_counter_atari
    bint playout_two_liberty_safe
    double playout_few_liberties_rate
    int playout_few_liberties
    double playout_eye_rate
    double playout_nakade_rate
    double playout_nakade_after_capture
    double playout_pool_rate
    int playout_pool_visits
    double playout_pattern_rate
    int playout_patterns          # place in the row's choices
    double playout_pattern_elsewhere
    bint playout_second_last
    double playout_capture_rate
    int playout_fill_tries
    double playout_other_liberty_rate
    double playout_edge_rate
    double playout_self_atari_rate
    int playout_self_atari_stones
    double playout_max_moves
    double mercy


cdef enum TreePolicy:
    TREE_RAVE = 0
    TREE_UCB1 = 1
    TREE_UCB1_TUNED = 2
    TREE_PUCT = 3


cdef enum RaveSchedule:
    RAVE_HAND_SELECTED = 0
    RAVE_MINIMUM_MSE = 1
    RAVE_LINEAR = 2


cdef enum PlayoutPolicy:
    POLICY_UNIFORM = 0
    POLICY_RULES = 1
    POLICY_SOFTMAX = 2


cdef enum PlayoutRule:
    # As in params.PLAYOUT_RULES, counted from 1.
    RULE_KO = 1
    RULE_REPLY = 2
    RULE_ATARI = 3
    RULE_LADDER = 4
    RULE_RACE = 5
    RULE_NAKADE_AFTER_CAPTURE = 6
    RULE_TWO_LIBERTIES = 7
    RULE_FEW_LIBERTIES = 8
    RULE_EYE = 9
    RULE_NAKADE = 10
    RULE_POOL = 11
    RULE_PATTERN = 12
    RULE_CAPTURE = 13
    RULE_FILL = 14
    # Those between look at the stone that was played last.
    FIRST_ANSWER = 2
    LAST_ANSWER = 12


cdef enum PatternChoice:
    PATTERNS_HANDMADE = 0
    PATTERNS_WEIGHTED = 1
    PATTERNS_LEARNED = 2


cdef CParams cparams_from(object params) except *
