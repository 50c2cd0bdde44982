"""Rules and tactics of Go on bitboards; no search, no weights, no input or output.

Importing this package checks that the machine can run the compiled modules, before any is loaded.
"""

try:
    from board_ext.lowlevel import cpu
except ImportError as error:
    raise ImportError(
        "the compiled modules of gtpengine are missing: run 'make build' in the source folder, "
        f"or reinstall the package ({error})"
    ) from error

_missing = cpu.missing_feature()
if _missing:
    raise ImportError(
        f"this build of gtpengine needs a CPU with {', '.join(cpu.required_features())}, and this "
        f"machine lacks {_missing}. Build it on this machine, in the source folder: "
        "'make build NATIVE=1', or 'GTPENGINE_NATIVE=1 pip install .'"
    )
