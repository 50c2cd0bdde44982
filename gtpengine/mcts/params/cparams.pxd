"""The parameters as the kernel reads them; a parameter that is off is 0.

Each group of rows (`rows.py`) and each folder of techniques has a block of values. The struct that
names the values of a block is generated (`gtpengine/building/paramcode.py`): `growth_values.pxd`
and its like beside this file, `values.pxd` in a folder of techniques. So a new row compiles what
reads its block.
"""

from board_ext.lowlevel.types cimport int64_t


cdef union Value:
    double number
    int64_t whole             # of int and bool, and the index of a choice


cdef struct CParams:
    Value blocks[1536]        # BLOCKS * BLOCK_VALUES of paramcode.py


cdef CParams cparams_from(object params) except *
