# Play: make play.  Prove it correct: make test.  Every other target: make help.
#
# Build chatter goes to stderr: where a program runs `make play`, stdout belongs to GTP.

PYTHON ?= python3
VENV := .venv
# `make play NATIVE=1` compiles for this very machine instead of the portable baseline.
NATIVE ?= $(or $(GTPENGINE_NATIVE),0)
# What is compiled besides the engine: the laboratory, the probes that tests look through, the
# learners of those who train, and what clusters and tools use. Asked for once, each is compiled from
# then on.
WITH_LAB := lab test-lab test-slow debug asan ubsan tsan
WITH_PROBES := test test-matches test-data $(filter-out lab,$(WITH_LAB))
WITH_LEARNERS := tools train test-data $(WITH_LAB)
WITH_TOOLS := cluster $(WITH_PROBES) $(WITH_LEARNERS)
# Tests of what makes data or judges with it: networks, models, books, suites (tests/wings.py, DATA).
DATA_TESTS := tests/learning tests/patterns/training $(addprefix tests/tools/,books learning network regression)
# Tests of matches and clusters (tests/wings.py, MATCHES).
MATCH_TESTS := tests/tools $(wildcard tests/cluster/test_*.py)
# Processes that build and test at once.
JOBS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
# Tests wait for other processes a good part of their time.
TESTERS := $(shell expr $(JOBS) + 1)
# Arguments of `make play` and `make gtp`, and of pytest in the test targets.
ARGS ?=
PYTEST_ARGS ?=

LAB := $(if $(or $(wildcard $(VENV)/.lab),$(filter $(WITH_LAB),$(MAKECMDGOALS))),1,0)
PROBES := $(if $(or $(wildcard $(VENV)/.probes),$(filter $(WITH_PROBES),$(MAKECMDGOALS))),1,0)
LEARNERS := $(if $(or $(wildcard $(VENV)/.lab gtpengine/learning/*.so),$(filter $(WITH_LEARNERS),$(MAKECMDGOALS))),1,0)
TOOLS := $(if $(or $(wildcard $(VENV)/.lab gtpengine/cluster/digests/*.so),$(filter $(WITH_TOOLS),$(MAKECMDGOALS))),1,0)
BIN := $(VENV)/bin
# -P: the tests must find the installed package, not what lies in this folder.
PYTEST := $(BIN)/python -P -m pytest
# An editable install beside or after a build: a look at what is compiled would take most of its time.
# Newer ones of pip show what setuptools warns of, at length, on each such install. Bytecode is written
# when a file is first imported.
INSTALL := PYTHONWARNINGS=ignore GTPENGINE_COMPILED=1 $(BIN)/python -m pip install --quiet --no-compile \
  --no-build-isolation --editable
INSTALL_ENGINE := $(INSTALL) . && touch $(VENV)/.installed
export GTPENGINE_NATIVE := $(NATIVE)
export GTPENGINE_LAB := $(LAB)
export GTPENGINE_PROBES := $(PROBES)
export GTPENGINE_LEARNERS := $(LEARNERS)
export GTPENGINE_TOOLS := $(TOOLS)
export GTPENGINE_JOBS := $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONNOUSERSITE := 1
# Tests rewrite their assertions and start some thousand engines: bytecode saves a third of that.
unexport PYTHONDONTWRITEBYTECODE
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh
.NOTPARALLEL:
.DELETE_ON_ERROR:

# The files that setup.py generates, and the modules that it generates them from.
GENERATED := gtpengine/config/options.py gtpengine/mcts/params/search_params.py gtpengine/mcts/params/rule_rows.py
ROWS := gtpengine/building/paramcode.py gtpengine/building/rulecode.py gtpengine/base/arguments/paramspec.py board_ext/rules.py \
  gtpengine/config/option_rows.py gtpengine/mcts/params/rows.py gtpengine/mcts/params/rule_table.py
# Sources of the compiled modules. Other files need no rebuild, because the install is editable.
COMPILED := $(sort $(ROWS) $(filter-out $(GENERATED) %/values.pxd %_values.pxd, \
  $(shell find board_ext gtpengine -name '*.pyx' -o -name '*.pxd' -o -name '*.h')))
PACKAGES := $(sort $(shell find board_ext gtpengine patterns books tools -name __init__.py))

.PHONY: play gtp build lab tools review anki web cluster rl parquet train docs notebooks test test-matches test-data test-lab test-slow \
  test-windows lint lint-all format texts debug asan ubsan tsan clean help FORCE

# At a terminal a board; GTP for a program that starts make. Without the library that draws the
# board, as where there is no network, it is a plain one.
play: build
	@test -t 0 && test -t 1 || exec $(BIN)/gtpengine $(ARGS); \
	$(BIN)/python -c 'import textual' 2>/dev/null || { \
	  echo 'Installing what draws the board'; \
	  $(INSTALL) '.[play]' || :; \
	} >&2 </dev/null; \
	exec $(BIN)/gtpengine play $(ARGS)

gtp: build
	@exec $(BIN)/gtpengine --threads auto $(ARGS)

build: $(VENV)/.built $(VENV)/.installed

lab: build

$(WITH_LAB): $(VENV)/.lab
$(WITH_PROBES): $(VENV)/.probes
$(VENV)/.lab $(VENV)/.probes: | $(VENV)/.created
	@touch $@

# The editable install stays; only what the extra names is added.
tools: build
	@$(INSTALL) '.[tools]' >&2 </dev/null

web: build
	@$(INSTALL) '.[web]' >&2 </dev/null

# On Linux PyTorch's own index has a build for the CPU alone, a tenth as large:
# .venv/bin/pip install torch --index-url https://download.pytorch.org/whl/cpu
train: build
	@$(INSTALL) '.[train]' >&2 </dev/null

review: build
	@$(INSTALL) '.[review]' >&2 </dev/null

anki: build
	@$(INSTALL) '.[anki]' >&2 </dev/null

cluster: build
	@$(INSTALL) '.[cluster]' >&2 </dev/null

rl: build
	@$(INSTALL) '.[rl]' >&2 </dev/null

parquet: build
	@$(INSTALL) '.[parquet]' >&2 </dev/null

# The pages as a site that works offline; a broken link, or a name without a page, stops the build.
docs: build
	@$(INSTALL) '.[docs]' >&2 </dev/null
	@PYTHONPATH=docs/site $(BIN)/python -P -m sphinx --quiet --fresh-env --write-all \
	  --fail-on-warning -c docs -b html -d build/doctrees . build/site
	@echo 'build/site/index.html'

# The notebooks of the documentation, run anew, with their outputs; one alone: make notebooks ONLY=network.
notebooks: build $(VENV)/.tools-installed
	@$(BIN)/python -m tests.docs.notebooks $(ONLY)

# The catalogues of translated texts, brought up to date with the sources: one alone: make texts ONLY=de.
texts: build $(VENV)/.tools-installed
	@$(BIN)/python -P -m gtpengine.building.catalogues $(ONLY)

help:
	@echo 'make play       build if needed and play, on a board in the terminal (ARGS="--size 9",'
	@echo '                NATIVE=1); where no terminal is, speak GTP'
	@echo 'make gtp        the same, but always speak GTP (ARGS="--threads 2")'
	@echo 'make build      build in place into $(VENV)'
	@echo 'make lab        the same with the laboratory: techniques that are off, presets, studies'
	@echo 'make tools      the same with what matches, tuning, reports and learning from games need'
	@echo 'make web        the same with what gtpengine web needs'
	@echo 'make review     the same with what gtpengine review needs'
	@echo 'make anki       the same with what gtpengine problems needs to write for Anki'
	@echo 'make cluster    the same with what --cluster and gtpengine join need'
	@echo 'make rl         the same with what gtpengine.env needs (PettingZoo)'
	@echo 'make parquet    the same with what gtpengine.data needs to write Parquet (pyarrow)'
	@echo 'make train      the same with what gtpengine net needs to learn (PyTorch)'
	@echo 'make docs       the pages as a site, build/site/index.html'
	@echo 'make notebooks  the notebooks of the pages, run anew'
	@echo 'make test       lint, then the tests of the engine, its front ends and the library;'
	@echo '                PYTEST_ARGS=tests/gtp or PYTEST_ARGS="-k ladder": these tests, no lint'
	@echo 'make test-matches  the same for matches, tuning, reports and clusters'
	@echo 'make test-data  the same for what makes data or judges with it: networks, models of moves,'
	@echo '                opening books, suites of positions'
	@echo 'make test-lab   the same for the laboratory, tests/lab'
	@echo 'make test-slow  the slow tests alone'
	@echo 'make test-windows  the wheel for Windows, at work under Wine'
	@echo 'make lint       ruff, mypy, cython-lint for make test; make lint-all for everything'
	@echo 'make texts      the catalogues of translations after a changed text (docs/guides/language.md)'
	@echo 'make format     lay the Python files out as make lint wants them'
	@echo 'make debug      bounds and consistency checks compiled in, then the fuzz tests'
	@echo 'make asan       the same with the address sanitizer; likewise make ubsan, make tsan'
	@echo 'make clean      remove everything that was made'

# Who asks for some tests is at work on a wing, and waits: no lint, and any wing but the laboratory.
test: $(if $(PYTEST_ARGS),build,lint) $(VENV)/.tools-installed
	@$(PYTEST) -n $(TESTERS) --dist worksteal --durations=25 --ignore=tests/lab \
	  $(or $(PYTEST_ARGS),$(patsubst %,--ignore=%,$(DATA_TESTS) $(MATCH_TESTS)))

# LINTED=1 where everything has been looked at a moment ago, as in the continuous run.
test-matches: $(if $(LINTED),build,lint-all) $(VENV)/.tools-installed
	@$(PYTEST) -n $(TESTERS) --dist worksteal --durations=25 $(MATCH_TESTS) $(DATA_TESTS:%=--ignore=%) $(PYTEST_ARGS)

test-data: $(if $(LINTED),build,lint-all) $(VENV)/.tools-installed
	@$(PYTEST) -n $(TESTERS) --dist worksteal --durations=25 $(DATA_TESTS) $(PYTEST_ARGS)

test-lab: $(if $(LINTED),build,lint-all) $(VENV)/.tools-installed
	@$(PYTEST) -n $(TESTERS) --dist worksteal --durations=25 -m 'lab and not slow' $(PYTEST_ARGS)

# Tests of one file follow each other: Cython's cache does not bear two builds at once.
test-slow: build $(VENV)/.tools-installed
	@$(PYTEST) -n $(TESTERS) --dist loadfile -m slow $(PYTEST_ARGS)

# The wheel for Windows, cross-built, at work under Wine; where that is missing it says so.
test-windows: build $(VENV)/.tools-installed
	@$(PYTEST) -m slow tests/windows $(PYTEST_ARGS)

# mypy leaves matches, data, research and the laboratory to lint-all, which checks everything; so much
# of it is remembered that it takes little longer.
lint: TYPED := --exclude '(lab|learning|patterns/training|tools)/|cluster/[^/]*$$'
lint lint-all: build $(VENV)/.tools-installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { \
	  echo 'these files are not formatted: make format' >&2; \
	  $(BIN)/ruff format --check . >&2; exit 1; }
	@PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint board_ext gtpengine
	@# mypy sees the tree as site-packages will have it: patterns/ as gtpengine.patterns and so on.
	@rm -rf build/typing/gtpengine && mkdir -p build/typing/gtpengine
	@ln -sfn ../../board_ext ../../tests ../../setup.py build/typing/
	@ln -sfn ../../../patterns ../../../books ../../../tools build/typing/gtpengine/
	@cd gtpengine && for entry in *; do ln -sfn ../../../gtpengine/$$entry ../build/typing/gtpengine/; done
	@# The Python of the pages is a package of its own there.
	@rm -rf build/typing/examples && $(BIN)/python -m tests.docs.examples build/typing/examples
	@# For two systems at once: mypy works on one core.
	@cd build/typing && { \
	../../$(BIN)/mypy --config-file ../../pyproject.toml $(TYPED) --platform win32 \
	  --no-warn-unreachable --cache-dir .mypy_windows \
	  --python-executable ../../$(BIN)/python -p gtpengine -p board_ext & windows=$$!; \
	../../$(BIN)/mypy --config-file ../../pyproject.toml $(TYPED) \
	  --python-executable ../../$(BIN)/python -p gtpengine -p board_ext -p tests -p examples; \
	status=$$?; wait $$windows && exit $$status; }

# The environment: check what the machine lacks, then install the build tools. Python's own pip does it
# in a third of the time, if there is one of 22.3 or later: venv would install a pip first.
$(VENV)/.created: pyproject.toml
	@{ \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is missing or older than 3.11: make $(MAKECMDGOALS) PYTHON=/path/to/python3"; \
	  exit 1; }; \
	$(PYTHON) -c 'import os, sys, sysconfig as s; \
	  sys.exit(not os.path.exists(os.path.join(s.get_path("include"), "Python.h")))' || { \
	  echo "Python.h is missing: apt-get install python3-dev"; exit 1; }; \
	cc="$${CC:-$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}"; \
	command -v $${cc%% *} >/dev/null || { \
	  echo "the C compiler $${cc%% *} is missing: apt-get install gcc libc6-dev"; exit 1; }; \
	echo '#include <stdlib.h>' | $$cc -E -x c - >/dev/null || { \
	  echo "the C library's headers are missing: apt-get install libc6-dev"; exit 1; }; \
	echo "Making the environment $(VENV)"; \
	if $(PYTHON) -c 'import sys, pip; \
	  sys.exit([int(n) for n in pip.__version__.split(".")[:2]] < [22, 3])' 2>/dev/null; then \
	  test -x $(BIN)/python || $(PYTHON) -m venv --without-pip $(VENV) || exit 1; \
	  pip="$(PYTHON) -m pip --python $(BIN)/python"; \
	else \
	  $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	    echo "$(PYTHON) has no venv module: apt-get install python3-venv"; exit 1; }; \
	  test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV) || exit 1; \
	  pip="$(BIN)/python -m pip"; \
	fi; \
	requires=$$($(PYTHON) -c 'import shlex, tomllib; \
	  print(shlex.join(["pip", *tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"]]))'); \
	eval "$$pip install --quiet --no-compile $$requires" && touch $@; \
	} >&2 </dev/null

# Switching NATIVE=1 on or off must rebuild although no source changed; so must the laboratory, and
# a new module.
$(VENV)/.variant: FORCE | $(VENV)/.created
	@echo '$(NATIVE) $(LAB) $(PROBES) $(LEARNERS) $(TOOLS) $(COMPILED)' | cmp -s - $@ || \
	  echo '$(NATIVE) $(LAB) $(PROBES) $(LEARNERS) $(TOOLS) $(COMPILED)' > $@

$(VENV)/.packages: FORCE | $(VENV)/.created
	@echo '$(CURDIR) $(PACKAGES)' | cmp -s - $@ || echo '$(CURDIR) $(PACKAGES)' > $@

# The first install goes on beside the build, which cannot use more than one core at its start. Where
# the install fails, make tries again afterwards and says why.
$(VENV)/.built: $(VENV)/.created $(VENV)/.variant $(COMPILED) pyproject.toml setup.py | $(VENV)/.packages
	@{ test -e $(VENV)/.installed || { $(INSTALL_ENGINE); } 2>/dev/null & \
	$(BIN)/python setup.py --quiet build_ext --inplace && touch $@; status=$$?; wait; exit $$status; \
	} >&2 </dev/null

# An editable install makes the environment see this folder, and brings what the engine needs; once
# per place and set of packages.
$(VENV)/.installed: $(VENV)/.created $(VENV)/.packages pyproject.toml setup.py
	@{ echo "Installing gtpengine into $(VENV)"; \
	$(INSTALL_ENGINE); } >&2 </dev/null

$(VENV)/.tools-installed: $(VENV)/.installed
	@{ echo "Installing the test tools"; \
	$(INSTALL) '.[dev]' && touch $@; } >&2 </dev/null

format: $(VENV)/.tools-installed
	@$(BIN)/ruff format .

# The special builds live in build/NAME/lib, which PYTHONPATH puts before the editable install.
SPECIAL := debug asan ubsan tsan
RUNTIME = $(shell $(firstword $(CC)) -print-file-name=$(1))
debug: RUN :=
asan: RUN = LD_PRELOAD=$(call RUNTIME,libasan.so) PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0
ubsan: RUN = LD_PRELOAD=$(call RUNTIME,libubsan.so) UBSAN_OPTIONS=print_stacktrace=1
# Without -R, the random layout of newer kernels makes gcc's runtime stop with "unexpected memory
# mapping".
tsan: RUN = LD_PRELOAD=$(call RUNTIME,libtsan.so) TSAN_OPTIONS=halt_on_error=1 setarch -R

# One process, and its own stderr, so that a sanitizer's report is seen.
$(SPECIAL): build $(VENV)/.tools-installed
	@GTPENGINE_BUILD=$@ $(BIN)/python setup.py --quiet \
	  build --build-base build/$@ --build-lib build/$@/lib >&2 </dev/null
	@env PYTHONPATH=$(CURDIR)/build/$@/lib $(RUN) \
	  $(PYTEST) -m 'fuzz and not slow' --capture=sys $(PYTEST_ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f $(GENERATED)
	find gtpengine/lab gtpengine/mcts/params -name '*values.pxd' -delete
	find board_ext gtpengine -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
