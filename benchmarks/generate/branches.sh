#!/bin/bash
# Compares two searches of EvoSuite 1.0.6 on the classes of branches.txt, at the same seconds and seeds: MOSA as it is
# released, and the search of `faultline budget --run` (sbst-dpg). Prints a row for each class and seed, and the means.
# Everything comes from Maven repositories.
#
#   branches.sh AGENT_JAR [WORK_FOLDER]     AGENT_JAR is dist/lib/faultline-evosuite.jar
#
# SECONDS_EACH (20), SEEDS (1), CLASSES (a regular expression, all) and TESTS (5, tests for each branch) choose. EVALUATIONS
# limits the searches by so many tests in place of seconds, so that a busy machine changes the time and not the result. A search
# whose row is in WORK_FOLDER/rows-*.tsv of the same settings is not repeated. Nothing is asserted or checked, since coverage is
# known before.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
agent=$(realpath "$1")
work=${2:-target/branches}
mkdir -p "$work/jars"
work=$(realpath "$work")
copy=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy

jar() { # coordinates: the path of the jar, fetched if need be
    local name="${1#*:}"
    local file="$work/jars/${name%%:*}-${1##*:}.jar"
    [ -f "$file" ] || mvn -B -ntp -q "$copy" -Dartifact="$1" -DoutputDirectory="$work/jars" >&2
    echo "$file"
}

column() { # csv, name: the value in the last row
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } END { print at ? $at : "" }' "$1"
}

if [ -n "${EVALUATIONS:-}" ]; then
    limit=(-Dstopping_condition=MaxFitnessEvaluations -Dsearch_budget="$EVALUATIONS" -Dglobal_timeout=3600)
    kind=$EVALUATIONS-tests
else
    limit=(-Dsearch_budget="${SECONDS_EACH:-20}")
    kind=${SECONDS_EACH:-20}s
fi
# Rows of other settings are another table's.
rows=$work/rows-$kind-${TESTS:-5}.tsv
touch "$rows"

# Appends: class, seed, search, goals, branch coverage, tests written, tests kept for each covered branch.
search() { # class, class path, seed, name of the search, its properties
    local class=$1 class_path=$2 seed=$3 name=$4; shift 4
    grep -q "^$class	$seed	$name	" "$rows" && return
    local folder=$work/$class-$seed-$name-$kind
    rm -rf "$folder"; mkdir -p "$folder"
    (cd "$folder" && java "-javaagent:$agent" -jar "$(jar org.evosuite:evosuite-master:1.0.6)" -class "$class" \
        -projectCP "$class_path" -base_dir "$folder" -Dtest_dir="$folder/tests" -Dreport_dir="$folder/report" \
        -generateMOSuite -Dalgorithm=MOSA -Dcriterion=BRANCH "${limit[@]}" -seed "$seed" \
        -Dminimize=false -Dassertions=false -Djunit_check=false -Dshow_progress=false \
        -Doutput_variables=TARGET_CLASS,Total_Goals,BranchCoverage,Size "$@" </dev/null >log.txt 2>&1) || true
    local csv=$folder/report/statistics.csv kept
    [ -f "$csv" ] || { echo "no result: $folder/log.txt" >&2; return; }
    kept=$(sed -n 's/.*\[faultline\] kept \([0-9.]*\) tests.*/\1/p' "$folder/log.txt")
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$class" "$seed" "$name" "$(column "$csv" Total_Goals)" \
        "$(column "$csv" BranchCoverage)" "$(column "$csv" Size)" "${kept:-1}" >>"$rows"
}

while read -r library class others; do
    class_path=$(jar "$library")
    for other in $others; do class_path+=:$(jar "$other"); done
    for seed in ${SEEDS:-1}; do
        search "$class" "$class_path" "$seed" mosa </dev/null
        search "$class" "$class_path" "$seed" sbst-dpg -Ddynamic_targets=1 -Dstop_zero=false -Dtests_per_target="${TESTS:-5}" </dev/null
    done
done < <(grep -v '^#' "$here/branches.txt" | grep -E "${CLASSES:-.}")

awk -F '\t' '
    { key = $1 FS $2; goals[key] = $4; coverage[key, $3] = $5; tests[key, $3] = $6; kept[key, $3] = $7; if (!(key in seen)) { seen[key] = 1; order[++n] = key } }
    END {
        print "| class | seed | branches | MOSA | sbst-dpg | tests | tests | kept a branch |"
        print "|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= n; i++) {
            key = order[i]
            if (!((key, "mosa") in coverage) || !((key, "sbst-dpg") in coverage)) continue
            split(key, parts, FS); name = parts[1]; sub(/.*\./, "", name)
            a = coverage[key, "mosa"]; b = coverage[key, "sbst-dpg"]
            printf "| `%s` | %s | %s | %.1f %% | %.1f %% | %s | %s | %s |\n", name, parts[2], goals[key], 100 * a, 100 * b, tests[key, "mosa"], tests[key, "sbst-dpg"], kept[key, "sbst-dpg"]
            m++; sumA += a; sumB += b; sumK += kept[key, "sbst-dpg"]; better += b > a; worse += b < a
        }
        if (m) printf "| mean of %d | | | %.1f %% | %.1f %% | | | %.2f |\n\nsbst-dpg covers more in %d, less in %d\n", m, 100 * sumA / m, 100 * sumB / m, sumK / m, better, worse
    }' "$rows"
