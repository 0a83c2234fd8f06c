#!/bin/bash
# Generates tests for the faults of faults.txt by each metric, has them labelled by the mended classes, and ranks the
# methods by the failing test and the generated tests alone, as the published protocol does (Ochiai, a method by its most
# suspicious line, ties at their last place). Prints a row for each run, tab-separated, and a table of means.
#
#   run.sh DIST [WORK_FOLDER]        DIST has bin/faultline and lib/*.jar, as `make dist` makes it
#
# METRICS (none rlfdc eap ddu entbug tfd line branch; none generates nothing), SEEDS (1 2 3), BUDGET (60s), FAULTS (a regular expression, all) and
# MORE (arguments for EvoSuite) choose; a run whose row is in WORK_FOLDER/rows.tsv is not repeated.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
faultline=$(realpath "$1/bin/faultline")
work=${2:-target/generate-evaluation}
mkdir -p "$work"
work=$(realpath "$work")
rows=$work/rows.tsv
metrics=${METRICS:-none rlfdc eap ddu entbug tfd line branch}
seeds=${SEEDS:-1 2 3}
budget=${BUDGET:-60s}
[ -f "$rows" ] || printf 'fault\tmetric\tseed\tsuspects\ttests\tfailing\tunlabelled\trank\tprecision\n' >"$rows"

# A recording of the failing test alone, and a folder with the mended classes.
prepare() { # fault, test, classes
    local folder=$work/$1 own=$here/faults/$1
    [ -f "$folder/ready" ] && return
    rm -rf "$folder"
    if [ -f "$own/pom.xml" ]; then cp -r "$own" "$folder"; else cp -r "$here/../../tests/faults/$1" "$folder"; fi
    (
        cd "$folder"
        "$faultline" run -- mvn -B -ntp -q "-Dtest=$2" test >record.txt 2>&1 || true
        for class in ${3//,/ }; do mend "$own/mend.sed" "${class//.//}.java"; done
        mkdir mended
        find mending -name '*.java' -print0 | xargs -0 javac -nowarn -g --release 8 -encoding ISO-8859-1 -cp target/classes -d mended
        check "$2"
        touch ready
    )
}

mend() { # program of sed, source
    local from=target/library/src/main/java/$2
    mkdir -p "mending/$(dirname "$2")"
    sed -f "$1" "$from" >"mending/$2"
    ! cmp -s "$from" "mending/$2" || { echo "$1 changes nothing in $2" >&2; exit 1; }
}

# With the mended classes, the failing test passes: they are an oracle, and they fit the others.
check() { # test
    cp -r target/classes target/faulty
    cp -r mended/. target/classes
    mvn -B -ntp -q "-Dtest=$1" surefire:test >check.txt 2>&1 || { echo "$1 fails on the mended classes: $PWD/check.txt" >&2; exit 1; }
    rm -rf target/classes
    mv target/faulty target/classes
}

# Rank of the best faulty method and average precision, from `faultline rank --json` on standard input: its suspects have
# one key to a line, rank_max before class and method.
score() { # faulty methods, separated by commas
    awk -v faulty="$1" '
        BEGIN { n = split(faulty, names, ","); for (i = 1; i <= n; i++) wanted[names[i]] = 1 }
        function text(line) { sub(/^[^:]*: *"/, "", line); sub(/",?$/, "", line); return line }
        /"suspects": \[/ { in_suspects = 1 }
        in_suspects && /"rank_max":/ { rank = $2; sub(/,/, "", rank) }
        in_suspects && /"class": "/ { class = text($0) }
        in_suspects && /"method": "/ {
            name = class "#" text($0)
            if (name in wanted) { delete wanted[name]; found++; sum += found / rank; if (found == 1) best = rank }
        }
        END { printf "%s\t%.4f", found ? best : "-", found ? sum / found : 0 }'
}

# The row that all others are to beat: the failing test alone.
without() { # fault, seed, methods
    cd "$work/$1"
    "$faultline" rank --json --ranking ochiai --ties max --top 0 .faultline >rank.json
    printf '%s\tnone\t%s\t%s\t0\t0\t0\t%s\n' "$1" "$2" "$(awk -F'[:,]' '/"ranked":/ { print $2 + 0; exit }' rank.json)" \
        "$(score "$3" <rank.json)" | tee -a "$rows"
}

one() { # fault, metric, seed, class, methods
    local folder=$work/$1 out=$work/$1/$2-$3
    cd "$folder"
    rm -rf "$out"
    # shellcheck disable=SC2086 # MORE is words
    "$faultline" generate --metric "$2" --seed "$3" --budget "$budget" --classes "$4" --jobs 1 --fetch \
        --oracle-cp mended --out "$out" --json -- ${MORE:-} >"$folder/report.json" 2>"$out.txt" || true
    [ -s "$folder/report.json" ] || { echo "$1 $2 $3: $(tail -1 "$out.txt")" >&2; return; }
    local labelled=() failing=()
    [ -f "$out/labelled.flt" ] && labelled=("$out/labelled.flt")
    while read -r name; do failing+=(--failing "$name"); done < <(
        awk '/"labels": \{/ { on = 1 } on && /"failing": \[$/ { list = 1; next } list && /\]/ { exit }
             list { sub(/^ *"/, ""); sub(/",?$/, ""); print }' report.json)
    [ ${#failing[@]} -gt 0 ] && failing+=(--failing "$(awk -F'"' '/^  "failing":/ { print $4 }' report.json)")
    "$faultline" rank --json --ranking ochiai --ties max --top 0 .faultline "${labelled[@]}" "${failing[@]}" >rank.json
    local tests; tests=$(awk -F'[:,]' '/^  "tests":/ { print $2 + 0 }' report.json)
    local count=$(((${#failing[@]} + 1) / 2))
    local unlabelled; unlabelled=$(awk -F'[:,]' '/"labels": \{/ { on = 1 } on && /"skipped":/ { print $2 + 0; exit }' report.json)
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$(awk -F'[:,]' '/"ranked":/ { print $2 + 0; exit }' rank.json)" \
        "$tests" "$((count > 0 ? count - 1 : 0))" "${unlabelled:-$tests}" "$(score "$5" <rank.json)" | tee -a "$rows"
}

while read -r fault test classes methods; do
    prepare "$fault" "$test" "$classes"
    for seed in $seeds; do
        for metric in $metrics; do
            if grep -q "^$fault	$metric	$seed	" "$rows"; then continue; fi
            if [ "$metric" = none ]; then
                (without "$fault" "$seed" "$methods")
            else
                (one "$fault" "$metric" "$seed" "${classes%%,*}" "$methods")
            fi
        done
    done
done < <(grep -v '^#' "$here/faults.txt" | grep -E "${FAULTS:-.}")

echo
cargo run --locked --quiet --release -p faultline-benchmarks -- generated "$rows"
