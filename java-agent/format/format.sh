#!/bin/bash
# java-agent/format/format.sh TARGET [--check] [FILES]: formats Java (palantir-java-format, 120 columns). --check changes nothing, names each
# file that is formatted otherwise, and exits with 1 where there is one. FILES: those to look at, all of the agents and plugins where none
# is named. TARGET: a folder for the formatter's class path. Sources below `tests` and `benchmarks` and fixtures stay as they are, because
# tests refer to their lines.
set -euo pipefail
target="$(mkdir -p "$1" && cd "$1" && pwd)"
shift
how=(--replace)
if [ "${1:-}" = --check ]; then
    how=(--dry-run --set-exit-if-changed)
    shift
fi
here="$(cd "$(dirname "$0")" && pwd)"
cd "$here/../.."

# The class path changes with the POM alone.
classpath="$target/java-format-$(sha256sum "$here/pom.xml" | cut -c1-12)"
if ! { [ -f "$classpath" ] && tr ':' '\n' <"$classpath" | xargs -d '\n' ls >/dev/null 2>&1; }; then
    mvn -B -ntp -q -f "$here/pom.xml" dependency:build-classpath -Dmdep.outputFile="$classpath"
fi

files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(git ls-files --cached --others --exclude-standard -- \
    '*/src/main/java/*.java' '*/src/test/java/*.java' ':!tests' ':!benchmarks' ':!*/builds/*' | sort -u)
exports=()
for package in api code file parser tree util; do exports+=("--add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"); done
code=0
changed="$(java "${exports[@]}" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(cat "$classpath")" com.palantir.javaformat.java.Main \
    --palantir --skip-reflowing-long-strings "${how[@]}" "${files[@]}")" || code=$?
[ -z "$changed" ] || sed 's/$/: not formatted; run make format/' <<<"$changed" >&2
exit $code
