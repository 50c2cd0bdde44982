"""The CPU features that the other extensions need and this machine lacks.

Only this module is compiled for any machine of its architecture, so it can say what is missing
before code that needs it is loaded. setup.py passes the list of features.
"""

cdef extern from *:
    """
    #include "board_ext/lowlevel/cpuid.h"
    static const char *missing_feature(void)
    {
    #if defined(__x86_64__)
    #define F(name) if (!gtpe_cpu_has(name)) return name;
        GTPENGINE_CPU_FEATURES
    #undef F
    #endif
        return "";
    }
    #define F(name) name " "
    static const char *const required_features_text = "" GTPENGINE_CPU_FEATURES;
    #undef F
    """
    const char *_missing_feature "missing_feature"() noexcept nogil
    const char *_required_features_text "required_features_text"


def missing_feature() -> str:
    """Return the first required CPU feature that this machine lacks, "" when it has all of them."""
    return _missing_feature().decode("ascii")


def required_features() -> list:
    """Return the CPU features this build may use beyond its plain architecture's."""
    return _required_features_text.decode("ascii").split()
