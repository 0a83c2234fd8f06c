# Everything here needs Rust, a JDK 17, Maven and nothing else. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# All of these may be moved elsewhere, so that two builds of one checkout do not meet.
CARGO_TARGET_DIR ?= $(CURDIR)/target
AGENT_TARGET     ?= $(CURDIR)/java-agent/agent/target
EVOSUITE_TARGET  ?= $(CURDIR)/evosuite-plugin/target
MAVEN_TARGET     ?= $(CURDIR)/maven/target
GRADLE_TARGET    ?= $(CURDIR)/gradle/plugin/target
RUNNER_TARGET    ?= $(CURDIR)/java-agent/test-runner/target
MUTANTS_TARGET   ?= $(CURDIR)/java-agent/mutation-worker/target
AMPLIFY_TARGET   ?= $(CURDIR)/java-agent/test-amplifier/target
DIST             ?= $(CURDIR)/dist
export CARGO_TARGET_DIR

# -B: no colours or questions; -ntp: no progress bars of downloads. A build's own JVM lives for seconds: the second compiler and a
# collector of many threads cost it more than they save. Tests run in JVMs of their own, which have none of this.
MVN    := mvn -B -ntp
ifeq ($(MAKELEVEL),0)
export MAVEN_OPTS += -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
endif
# The recording agent's library is small; EvoSuite's has the metrics, too.
NATIVE := $(CARGO_TARGET_DIR)/native
NATIVE_EVOSUITE := $(CARGO_TARGET_DIR)/native-evosuite
# The jars hold the library under META-INF/faultline/<os>-<processor>. EvoSuite's has this machine's alone.
LIBRARY := META-INF/faultline/linux-$(shell uname -m)/libfaultline.so
# What links for other platforms, by pip; those that are built (all where none is named): CORES="linux-x86_64 macos-aarch64"
CROSS := $(CARGO_TARGET_DIR)/cross
CORES ?=
AGENT  := $(MVN) -f java-agent/agent/pom.xml -Dbuild.dir=$(AGENT_TARGET) -Dnative.dir=$(NATIVE)
RUNNER := $(MVN) -f java-agent/test-runner/pom.xml -Dbuild.dir=$(RUNNER_TARGET)
MUTANTS := $(MVN) -f java-agent/mutation-worker/pom.xml -Dbuild.dir=$(MUTANTS_TARGET)
AMPLIFY := $(MVN) -f java-agent/test-amplifier/pom.xml -Dbuild.dir=$(AMPLIFY_TARGET)
EVOSUITE := $(MVN) -f evosuite-plugin/pom.xml -Dbuild.dir=$(EVOSUITE_TARGET) -Dnative.dir=$(NATIVE_EVOSUITE)
MAVEN_PLUGIN  := $(MVN) -f maven/pom.xml -Dbuild.dir=$(MAVEN_TARGET) -Ddist.dir=$(DIST)
GRADLE_PLUGIN := $(MVN) -f gradle/plugin/pom.xml -Dbuild.dir=$(GRADLE_TARGET) -Ddist.dir=$(DIST)

# CI gives each lane a limit, LIMIT=60m, after which it is ended and named; a test that still ran is named above. Without one a slow machine is only slow.
LIMIT  ?=
WITHIN := $(if $(LIMIT),tests/within $(LIMIT))

.PHONY: help quick deny vscode dist cores cores-built cross-tools check-platforms check-others release install-maven native test lint check-format format test-rust test-java check-rust check-rust-built check-rust-crates check-rust-builds check-rust-others check-rust-timed check-java demo bench compatibility frameworks stress kills model-test fuzz fuzz-long outcomes projects model evidence libtorch everything demo-dist hooks clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The profile that compiles the program: release with link-time optimisation, or quick in a fraction of the time.
PROGRAM ?= release
native:
	@echo "== native library (cargo, release) and command line (cargo, $(PROGRAM))"
	cargo build --locked --quiet --profile $(PROGRAM) -p faultline-cli
	cargo build --locked --quiet --release -p faultline-agent-core --no-default-features
	native/agent/agent-core/lay-out.sh $(CARGO_TARGET_DIR)/release/libfaultline.so $(DIST)/cores $(NATIVE)
	cargo build --locked --quiet --release -p faultline-agent-core
	install -D $(CARGO_TARGET_DIR)/release/libfaultline.so $(NATIVE_EVOSUITE)/$(LIBRARY)

cores: cores-built ## the agent's core for Linux (glibc 2.17, musl), macOS and Windows in dist/cores, for dist to put into the jar (needs pip)
	@echo "== files of cores"
	MAKEFLAGS= FAULTLINE_DIST=$(DIST) FAULTLINE_CORES="$(or $(CORES),all)" $(LINTED) cargo test --locked --quiet --workspace --test cores

cores-built: cross-tools
	native/agent/agent-core/cores.sh $(DIST)/cores $(CROSS) $(CORES)

cross-tools:
	native/agent/agent-core/cross-tools.sh $(CROSS)

# Those whose code no test here compiles otherwise.
OTHERS ?= windows-x86_64 macos-aarch64
check-others: cross-tools ## lints of the program for Windows and macOS (needs pip)
	release/programs.sh --check $(CROSS) $(OTHERS)

vscode: ## the extension for VS Code: types, tests and editors/vscode/faultline.vsix (needs npm)
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund && npm test && npm run package

deny: ## crates of others: licences, sources, duplicates and, where RustSec's database can be fetched, advisories (needs pip)
	release/deny.sh $(CARGO_TARGET_DIR)/deny

# Where a release goes; for which platforms (all where none is named).
OUT       ?= $(CARGO_TARGET_DIR)/release-files
PLATFORMS ?=
release: ## archives for all platforms and artefacts for Maven in OUT=target/release-files; PLATFORMS="linux-x86_64 macos-aarch64" (long, needs pip)
	MAKEFLAGS= DIST=$(DIST) release/release.sh $(OUT) $(PLATFORMS)

check-platforms: dist ## the agent in JVMs of other platforms, by emulators; writes docs/compatibility.md (after make cores; long, needs pip)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet -p faultline-tests --bin platforms

dist: native ## build dist/bin/faultline, the agents in dist/lib, the build plugins in dist/maven
	@echo "== agents (maven)"
	@# Maven adds to what it copied before: a core that was left out must not stay.
	rm -rf $(AGENT_TARGET)/classes/META-INF/faultline
	$(AGENT) -q package -DskipTests
	$(EVOSUITE) -q package -DskipTests
	$(MUTANTS) -q package -DskipTests
	$(AMPLIFY) -q package -DskipTests
	install -D $(CARGO_TARGET_DIR)/$(PROGRAM)/faultline $(DIST)/bin/faultline
	install -D -m 644 $(AGENT_TARGET)/faultline-agent.jar $(DIST)/lib/faultline-agent.jar
	install -D -m 644 $(EVOSUITE_TARGET)/faultline-evosuite.jar $(DIST)/lib/faultline-evosuite.jar
	install -D -m 644 $(MUTANTS_TARGET)/faultline-mutants.jar $(DIST)/lib/faultline-mutants.jar
	install -D -m 644 $(MUTANTS_TARGET)/faultline-mutants-boot.jar $(DIST)/lib/faultline-mutants-boot.jar
	install -D -m 644 $(AMPLIFY_TARGET)/faultline-amplify.jar $(DIST)/lib/faultline-amplify.jar
	install -D -m 644 $(AMPLIFY_TARGET)/faultline-amplify-run.jar $(DIST)/lib/faultline-amplify-run.jar
	@echo "== plugins for Maven and Gradle"
	maven/build.sh $(DIST) $(MAVEN_TARGET) -DskipTests
	$(GRADLE_PLUGIN) -q package -DskipTests
	mkdir -p $(DIST)/maven && cp -r $(GRADLE_TARGET)/repository/. $(DIST)/maven/
	@echo "== built $(DIST)/bin/faultline"

install-maven: dist ## put the Maven plugin into the local Maven repository
	$(MAVEN_PLUGIN) -q install -DskipTests

lint: check-format ## formatting and lints, warnings denied
	@echo "== lints"
	cargo clippy --locked --quiet --workspace --all-targets -- -D warnings

check-format:
	@echo "== format"
	cargo fmt --all --check
	java-agent/format/format.sh $(CARGO_TARGET_DIR) --check

format: ## format the Rust and Java sources
	cargo fmt --all
	java-agent/format/format.sh $(CARGO_TARGET_DIR)

test-rust: dist
	@$(MAKE) --no-print-directory check-rust

test-java: dist
	@$(MAKE) --no-print-directory check-java

# All need what `dist` has built; the cross-language tests (crate faultline-tests) run whole builds under it.
# Without make's flags: cargo hands them to tests of documentation, which cannot read them.
# Clippy is the compiler with more lints, so it is what compiles the tests: a check for lints alone would compile all once more.
# What it is told of warnings is its own: the canary is a source that must not pass.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings
RUST_TESTS := MAKEFLAGS= FAULTLINE_DIST=$(DIST) $(LINTED) $(WITHIN) cargo test --locked --quiet --workspace --no-fail-fast

# Builds and JVMs wait for one thread most of the time, and cargo runs one program of tests after the other: so these are four
# targets that may run side by side. Those with limits of time come last and alone. A file of `tests/tests` that is not named here
# belongs to the third.
WHOLE_TIMED := amplify_kotlin amplify_whole hang mutants_whole stall
WHOLE_BUILDS := builds compatibility deploy doctor_whole editors mcp_whole real_faults report_whole tutorial
WHOLE_OTHERS := $(filter-out $(WHOLE_TIMED) $(WHOLE_BUILDS),$(basename $(notdir $(wildcard tests/tests/*.rs))))

check-rust: check-rust-crates check-rust-builds check-rust-others check-rust-timed

CANARY := pub fn canary() -> u32 { return 1; }
check-rust-built:
	@echo "== Rust tests and benchmarks, compiled with lints"
	@mkdir -p $(CARGO_TARGET_DIR)
	@if echo '$(CANARY)' | $(LINTED) clippy-driver rustc - --crate-type lib --emit metadata -o $(CARGO_TARGET_DIR)/canary.rmeta 2>/dev/null; then \
	  echo "make: clippy-driver let a warning pass, so lints are not checked" >&2; exit 1; fi
	MAKEFLAGS= $(LINTED) cargo test --locked --quiet --workspace --all-targets --no-run

check-rust-crates: check-rust-built
	@echo "== Rust tests, crate by crate"
	$(RUST_TESTS) --exclude faultline-tests

check-rust-builds: check-rust-built
	@echo "== whole builds and real faults"
	$(RUST_TESTS) $(addprefix --test ,$(WHOLE_BUILDS))

check-rust-others: check-rust-built
	@echo "== what else crosses languages"
	$(RUST_TESTS) $(addprefix --test ,$(WHOLE_OTHERS))

check-rust-timed: check-rust-crates check-rust-builds check-rust-others $(if $(filter check-java,$(MAKECMDGOALS)),check-java)
	@echo "== what must end in time"
	$(RUST_TESTS) $(addprefix --test ,$(WHOLE_TIMED))

check-java:
	@echo "== Java tests, whole Gradle builds among them"
	$(WITHIN) $(AGENT) verify
	$(WITHIN) $(EVOSUITE) verify
	$(WITHIN) $(RUNNER) verify
	$(WITHIN) $(MUTANTS) verify
	$(WITHIN) $(AMPLIFY) verify
	$(WITHIN) $(MAVEN_PLUGIN) verify
	$(WITHIN) $(GRADLE_PLUGIN) verify

# What waits for one thread (linking, searches of EvoSuite's, daemons of Gradle's) runs beside what can use the other cores. A
# target's output comes when it has ended. The libraries in the JVMs are those of a release; the program is one that
# compiles sooner, and stays in dist/bin until `make dist`.
test: ## all tests of all languages; the real faults and whole builds among them
	@$(MAKE) --no-print-directory -j4 --output-sync=target check-format dist check-rust-built PROGRAM=quick
	@$(MAKE) --no-print-directory -j4 --output-sync=target check-java check-rust

quick: ## format, lints and unit tests of what was changed since BASE, and of what depends on it (no whole builds)
	@MAKEFLAGS= tests/quick $(BASE)

# What the demo needs, the program and the recording agent, by a profile that compiles in a fraction of the time.
DEMO_DIST := $(CARGO_TARGET_DIR)/demo-dist
demo-dist:
	@echo "== program and agent (cargo, profile quick; maven)"
	cargo build --locked --quiet --profile quick -p faultline-cli
	cargo build --locked --quiet --profile quick -p faultline-agent-core --no-default-features
	native/agent/agent-core/lay-out.sh $(CARGO_TARGET_DIR)/quick/libfaultline.so $(DIST)/cores $(CARGO_TARGET_DIR)/demo-native
	$(MVN) -f java-agent/agent/pom.xml -Dbuild.dir=$(CARGO_TARGET_DIR)/demo-agent -Dnative.dir=$(CARGO_TARGET_DIR)/demo-native -q package -Dmaven.test.skip
	install -D $(CARGO_TARGET_DIR)/quick/faultline $(DEMO_DIST)/bin/faultline
	install -D -m 644 $(CARGO_TARGET_DIR)/demo-agent/faultline-agent.jar $(DEMO_DIST)/lib/faultline-agent.jar

# READY=1: what `dist` builds is there, and the demo runs that.
demo: FAULTLINE = $(if $(READY),$(DIST),$(DEMO_DIST))/bin/faultline
demo: $(if $(READY),,demo-dist) ## a released library with a real fault: run its tests, rank the suspects
	@rm -rf $(CARGO_TARGET_DIR)/demo && mkdir -p $(CARGO_TARGET_DIR) && cp -r tests/faults/csv-169 $(CARGO_TARGET_DIR)/demo
	@echo "== commons-csv 1.2 and its tests, with CSV-169 in it: one test fails, so the build is red"
	@echo "+ faultline run -- mvn test"
	@cd $(CARGO_TARGET_DIR)/demo && code=0 && { $(FAULTLINE) run -- $(MVN) test || code=$$?; } && \
	  if [ $$code = 0 ]; then echo "make demo: the build is green, so the fault was not met" >&2; exit 1; fi
	@echo "+ faultline rank"
	@cd $(CARGO_TARGET_DIR)/demo && $(FAULTLINE) rank

bench: dist ## overhead on a real suite, cost of a test boundary, speed of rankings and choices
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet --release -p faultline-benchmarks -- all

# The models that ship with the program, and all that makes them: the files are the same each time.
MODELS       := native/analysis/learned-metrics/models
MODEL_RECIPE := --algorithm double-dqn --features published --seed 1 --holdout 0 --folds 5 --date 2026-11-21
EXTENDED_RECIPE := --features extended --date 2026-11-21 \
  --note "Defects4J: 59 faults of Commons Lang, 52 of Commons Math"
FAULTLINE_DATA ?= ../shared/data
FAULTS := $(FAULTLINE_DATA)/spectra-lang.tar.xz $(FAULTLINE_DATA)/spectra-math.tar.xz
model: ## train the models that ship with the program again
	cargo run --locked --quiet --release -p faultline-cli -- train $(MODEL_RECIPE) --out $(MODELS)/default.json $(FAULTS)
	cargo run --locked --quiet --release -p faultline-cli -- train $(EXTENDED_RECIPE) --out $(MODELS)/extended.json $(FAULTS)

evidence: dist ## what the evidence of known faults in benchmarks/evidence teaches, and how good that is on projects of other domains (minutes)
	$(DIST)/bin/faultline train --ranking benchmarks/evidence/*.evidence.gz --domains benchmarks/evidence/domains.tsv --out $(CARGO_TARGET_DIR)/ranking.json

compatibility: dist ## frameworks x Java x Surefire, every cell a real run; writes docs/compatibility.md (long, needs pip)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet -p faultline-tests --bin compatibility -- --all

frameworks: dist ## frameworks x Java, tests run again on mutants; writes docs/compatibility.md (long, needs pip)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet -p faultline-tests --bin repeated -- --all

# Rounds on each Java.
ROUNDS ?= 500
stress: dist ## parallel tests on Java 11, 17, 21, 25 while all cores are busy; ROUNDS=500 (long, needs pip)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet --release -p faultline-tests --bin stress -- $(ROUNDS)

MOMENTS ?= 100
kills: dist ## kill -9 of runs on mutants and of their JVMs, at moments spread over the run; MOMENTS=100 (long)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet -p faultline-tests --bin kills -- $(MOMENTS)

PROGRAMS ?= 5000
model-test: dist ## random programs against the rules of docs/recording.md; PROGRAMS=5000
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet --release -p faultline-tests --bin model -- $(PROGRAMS)

INPUTS ?= 1000000
fuzz: ## mutated inputs for every parser of files; INPUTS=1000000
	cargo run --locked --quiet --release -p faultline-tests --bin parsers -- $(INPUTS)

FUZZ_SECONDS ?= 1800
FUZZ_TARGETS ?= $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
fuzz-long: ## every parser guided by coverage for half an hour each, its corpus kept in fuzz/corpus (needs nightly and cargo-fuzz)
	cargo run --locked --quiet -p faultline-tests --bin parsers -- --seeds fuzz/corpus
	cd fuzz && for target in $(FUZZ_TARGETS); do \
	  nice cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) -max_len=65536 -timeout=20 -rss_limit_mb=2048 || exit 1; \
	  nice cargo +nightly fuzz cmin $$target || exit 1; done

outcomes: dist ## real suites with and without the agent, case by case (long)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet --release -p faultline-benchmarks -- outcomes

# Names of projects in tests/projects/projects.toml; `--all` runs all again; none: those without findings.
PROJECTS ?=
projects: dist ## released projects with their own builds, with and without the agent and test by test alone; writes docs/compatibility.md (long)
	FAULTLINE_DIST=$(DIST) cargo run --locked --quiet -p faultline-tests --bin projects -- $(PROJECTS)

libtorch: ## set up libtorch by pip, for faultline-train (540 MB; native/apps/train-libtorch/README.md)
	native/apps/train-libtorch/libtorch.sh $(CARGO_TARGET_DIR)/libtorch

# What `make everything` puts through the instrumenter: jdk, jdk:MODULE, jars, folders of jars.
WHAT ?= jdk $(HOME)/.m2/repository
everything: ## every class of the JDK and of the local Maven repository through the instrumenter, and with all mutants (long)
	$(AGENT) -q test-compile dependency:build-classpath -Dmdep.outputFile=$(AGENT_TARGET)/classpath
	cd java-agent/agent && java -cp $(AGENT_TARGET)/classes:$(AGENT_TARGET)/test-classes:$$(cat $(AGENT_TARGET)/classpath) \
	  io.faultline.instrument.InstrumentEverything $(WHAT)
	$(MUTANTS) -q test-compile dependency:build-classpath -Dmdep.outputFile=$(MUTANTS_TARGET)/classpath
	java -cp $(MUTANTS_TARGET)/classes:$(MUTANTS_TARGET)/test-classes:$$(cat $(MUTANTS_TARGET)/classpath) \
	  io.faultline.mutants.weave.MutateEverything $(WHAT)

hooks: ## have git check the format before each commit
	git config core.hooksPath .githooks

clean: ## remove everything that was built
	rm -rf $(CARGO_TARGET_DIR) $(AGENT_TARGET) $(EVOSUITE_TARGET) $(RUNNER_TARGET) $(MUTANTS_TARGET) $(AMPLIFY_TARGET) $(MAVEN_TARGET) $(GRADLE_TARGET) $(DIST)
