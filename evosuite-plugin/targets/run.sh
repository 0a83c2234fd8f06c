#!/bin/bash
# Runs EvoSuite 1.0.6 on each class of targets.txt, compiles and runs the tests that it writes, and prints a row of a
# table for each. Everything comes from Maven repositories.
#
#   run.sh AGENT_JAR [WORK_FOLDER] [PATTERN] [-- EVOSUITE_ARGUMENT...]
#
# PATTERN picks classes (a regular expression); EVOSUITE_ARGUMENTs are added to each run, such as -Dfitness=ddu.
# EVALUATIONS (200) limits each search, so that a busy machine changes the time and not the result.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
agent=$(realpath "$1"); shift
work=target/evosuite-targets
if [ $# -gt 0 ] && [ "$1" != -- ]; then work=$1; shift; fi
pattern=.
if [ $# -gt 0 ] && [ "$1" != -- ]; then pattern=$1; shift; fi
[ "${1:-}" = -- ] && shift
mkdir -p "$work/jars"
work=$(realpath "$work")
jars=$work/jars
evaluations=${EVALUATIONS:-200}
copy=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy

jar() { # coordinates: the path of the jar, fetched if need be
    local name="${1#*:}"
    local file="$jars/${name%%:*}-${1##*:}.jar"
    [ -f "$file" ] || mvn -B -ntp -q "$copy" -Dartifact="$1" -DoutputDirectory="$jars" >&2
    echo "$file"
}

class_version() { # jar, class
    unzip -p "$1" "${2//.//}.class" | od -An -j6 -N2 -tu1 | awk '{ print $1 * 256 + $2 }'
}

column() { # csv, name: the value in the last row
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } END { print at ? $at : "" }' "$1"
}

master=$(jar org.evosuite:evosuite-master:1.0.6)
runtime=$(jar org.evosuite:evosuite-standalone-runtime:1.0.6):$(jar junit:junit:4.13.2):$(jar org.hamcrest:hamcrest-core:1.3)

one() { # library, class, coordinates..., with "--" and EvoSuite's arguments at the end
    local library=$1 class=$2; shift 2
    local main; main=$(jar "$library")
    local class_path=$main
    while [ "$1" != -- ]; do class_path+=:$(jar "$1"); shift; done
    shift
    local folder=$work/$class; rm -rf "$folder"; mkdir -p "$folder/out"
    (cd "$folder" && java "-javaagent:$agent" -jar "$master" -class "$class" -projectCP "$class_path" \
        -base_dir "$folder" -Dtest_dir="$folder/tests" -Dreport_dir="$folder/report" -criterion LINE:BRANCH -seed 1 \
        -Dstopping_condition=MaxFitnessEvaluations -Dsearch_budget="$evaluations" -Dshow_progress=false \
        -Dassertion_timeout=15 -Dminimization_timeout=30 -Dextra_timeout=60 \
        -Doutput_variables=TARGET_CLASS,Fitness_Evaluations,LineCoverage,Size "$@" </dev/null >log.txt 2>&1) || true
    local csv=$folder/report/statistics.csv run=- failed=- evaluated=- lines=-
    if [ -f "$csv" ]; then
        evaluated=$(column "$csv" Fitness_Evaluations)
        lines=$(column "$csv" LineCoverage | awk '{ printf "%.0f", 100 * $1 }')
    fi
    if find "$folder/tests" -name '*_ESTest.java' 2>/dev/null | grep -q . &&
        javac -nowarn -proc:none -d "$folder/out" -cp "$class_path:$runtime" $(find "$folder/tests" -name '*.java') 2>"$folder/javac.txt"; then
        java -ea "-javaagent:$agent" -cp "$folder/out:$class_path:$runtime" org.junit.runner.JUnitCore "${class}_ESTest" \
            </dev/null >"$folder/junit.txt" 2>&1 || true
        run=$(sed -n 's/^OK (\([0-9]*\) test.*/\1/p; s/^Tests run: \([0-9]*\),.*/\1/p' "$folder/junit.txt")
        failed=$(sed -n 's/^OK (.*/0/p; s/^Tests run: .*Failures: \([0-9]*\)$/\1/p' "$folder/junit.txt")
    fi
    local name="${library#*:}"
    echo "| ${name/:/ } | \`${class##*.}\` | $(class_version "$main" "$class") | $mode | $evaluated | $lines % | ${run:--} | ${failed:--} |"
}

mode=plain
for argument in "$@"; do case $argument in -Dfitness=*) mode=${argument#-Dfitness=} ;; esac; done
echo "| library | class | class version | mode | evaluations | lines | tests run | failed |"
echo "|---|---|---|---|---|---|---|---|"
grep -v '^#' "$here/targets.txt" | grep -E "$pattern" | while read -r library class others; do
    # shellcheck disable=SC2086 # others are words
    one "$library" "$class" $others -- "$@"
done
