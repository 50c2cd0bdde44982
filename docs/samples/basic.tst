# Run 3 of "Clients and servers" in docs/journal.md: a suite in the form that gogui-regress and gtpengine regress read.
boardsize 7
komi 7

# Two columns in atari: E7 captures seven stones for Black, and six for White.
set_position b C1 b C2 b C3 b C4 b C5 b C6 b C7 w D1 w D2 w D3 w D4 w D5 w D6 w D7 b E1 b E2 b E3 b E4 b E5 b E6 w F1 w F2 w F3 w F4 w F5 w F6 w F7
10 reg_genmove b
#? [E7]

11 reg_genmove w
#? [E7]

12 is_legal w E7
#? [1]

# Three stones in a corner, without eyes.
boardsize 9
set_position b A2 b B2 b B1 w A3 w B3 w C3 w C2 w C1
20 final_status_list dead
#? [.*A2.*]

21 final_status_list seki
#? []

30 get_komi
#? [7]

31 known_command cgos-genmove_analyze
#? [true]

# No program opens there: a failure that is expected.
boardsize 9
40 reg_genmove b
#? [A1]*
