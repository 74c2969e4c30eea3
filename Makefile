# Everything sets itself up in .venv from the locked requirements; Python 3.11+ and make are all it needs.
PYTHON ?= python3
BIN := .venv/bin
OUT ?= experiments/out
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo check test browser compiled lint pins styles bench fuzz audit sbom experiments debian-docs lock clean

help:  ## what there is
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/make \1\t\2/p' Makefile | expand -t 20


demo: .venv/ready  ## crawl the built-in web
	$(BIN)/honeyguide demo

check: lint  ## linter, types, import directions and the fast tests: a few minutes, for every change
	$(BIN)/pytest -n 2 --dist loadfile -m "not slow"

test: browser compiled lint  ## the same with all tests: some minutes, before a change goes out
	$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder --durations=40 \
	  || { [ $$? = 1 ] && echo "Those that failed beside others, again by themselves:" \
	  && $(BIN)/pytest --last-failed --last-failed-no-failures none --maxfail 3; }  # a test that fails twice fails

compiled: .venv/ready-dev  # the tests, once for all processes that run them, while the types are checked
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 &

browser:  # for the tests of the application; they are skipped where it cannot be had
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && echo "Installing Debian's chromium, for the tests of the application." \
	  && apt-get install --yes --no-install-recommends chromium >/dev/null; } \
	  || echo "There is no chromium and it cannot be installed here: tests in a browser are skipped. apt-get install chromium"

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pins: .venv/ready-dev  ## renew what tests/lab/pins.json says that every strategy finds, and show what moved
	$(BIN)/python -m tests.lab.renew_pins

styles: .venv/ready-dev browser  ## renew the application's style sheet, after a change of classes in it
	$(BIN)/python -m tests.app.styles

bench: .venv/ready-bench  ## speed and memory against peers; figures for docs/benchmarks.md
	$(BIN)/python bench/throughput.py
	$(BIN)/python bench/growth.py
	$(BIN)/python bench/duplicates.py
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/strategies.py
	OPENBLAS_NUM_THREADS=1 $(BIN)/python bench/guide.py
	$(BIN)/python bench/lattice.py
	$(BIN)/python bench/relevance.py
	$(BIN)/python bench/encoders.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/extraction.py
	$(BIN)/python bench/insight.py
	$(BIN)/python bench/insight_scale.py
	$(BIN)/python bench/faults.py
	$(BIN)/python bench/postgres.py
	$(BIN)/python bench/cluster.py
	$(BIN)/python bench/cluster_faults.py
	$(BIN)/python bench/cluster_harvest.py
	$(BIN)/python bench/cluster_ranks.py
	$(BIN)/python bench/cluster_simulation.py
	$(BIN)/python bench/app.py
	$(BIN)/python bench/soak.py

fuzz: .venv/ready-dev  ## everything that reads bytes from outside, each for SECONDS (60), or only TARGETS
	@$(BIN)/pip install --quiet --only-binary :all: --require-hashes -r requirements-fuzz.lock || true
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),60) $(TARGETS)

audit: .venv/audit/ready  ## known advisories against the locked requirements
	@$(PYTHON) -m tests.audit .venv/audit/bin/pip-audit requirements*.lock

sbom: .venv/audit/ready  ## what Honeyguide and its extras are made of, as CycloneDX: sbom.json
	.venv/audit/bin/cyclonedx-py requirements requirements-all.lock --pyproject pyproject.toml --output-reproducible --output-file sbom.json

experiments: .venv/ready-dev  ## strategies and relevance models on many topics of several webs: reports under OUT
	$(BIN)/python experiments/run_all.py --out $(OUT) $(if $(JOBS),--jobs $(JOBS))

debian-docs:  ## download documentation packages of Debian, and make the web of experiments/debian-docs.toml of them
	$(PYTHON) experiments/debian_docs.py experiments/cache/debian-docs

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Honeyguide needs Python 3.11 or newer; say make PYTHON=python3.11")'
	@echo "Setting up .venv, once: some 95 packages, 530 MB on disk; a minute or more."
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --require-hashes -r requirements.lock
	$(BIN)/pip install --no-deps --no-build-isolation --editable .
	touch $@

.venv/ready-dev: .venv/ready requirements-dev.lock
	$(BIN)/pip install --no-compile --require-hashes -r requirements-dev.lock  # what is imported is compiled then
	touch $@

.venv/ready-bench: .venv/ready-dev requirements-bench.lock
	$(BIN)/pip install --require-hashes -r requirements-bench.lock
	touch $@

.venv/audit/ready: requirements-audit.lock | .venv/ready
	$(PYTHON) -m venv .venv/audit
	.venv/audit/bin/pip install --quiet --require-hashes -r $<
	touch $@

PIN = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
LOCK = $(PIN) --group build pyproject.toml

lock:  ## renew the pinned versions (needs uv)
	$(LOCK) --extra app --output-file requirements.lock
	$(LOCK) --all-extras --group dev --output-file requirements-dev.lock
	$(PIN) --all-extras --constraint requirements-dev.lock pyproject.toml --output-file requirements-all.lock
	$(LOCK) --all-extras --group dev --group bench --output-file requirements-bench.lock
	$(PIN) --group fuzz --output-file requirements-fuzz.lock
	$(PIN) --group audit --output-file requirements-audit.lock

clean:  ## remove the environment and caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
