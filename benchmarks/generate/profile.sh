#!/bin/bash
# How much of a search is ours: profiles EvoSuite's client with Flight Recorder, once led by a metric and once plain, and
# tells the share of samples that Shares.java takes for ours.
#
#   profile.sh AGENT_JAR EVOSUITE_JAR CLASS CLASS_PATH SPECTRUM [WORK_FOLDER]
#
# METRIC (eap) and BUDGET (60, seconds) choose. Shares do not depend on how busy the machine is.
set -euo pipefail

[ $# -ge 5 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
agent=$(realpath "$1") evosuite=$(realpath "$2") class=$3 path=$4 spectrum=$(realpath "$5")
work=${6:-target/generate-profile}
mkdir -p "$work"
work=$(realpath "$work")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

search() { # name, arguments for EvoSuite
    local name=$1 folder=$work/$1
    rm -rf "$folder" && mkdir -p "$folder/jfr"
    shift
    # Master and client alike; each names its file by its process.
    JAVA_TOOL_OPTIONS="-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=$folder/jfr -XX:FlightRecorderOptions=stackdepth=512" \
        "$java" "-javaagent:$agent" -jar "$evosuite" -class "$class" -projectCP "$path" -seed 1 -base_dir "$folder" \
        "-Dtest_dir=$folder/tests" -Dshow_progress=false "-Dsearch_budget=${BUDGET:-60}" -Dassertions=false \
        -Djunit_check=false "$@" >"$folder/log.txt" 2>&1
    echo "$name: $("$java" "$here/Shares.java" "$folder"/jfr/*.jfr)"
}

search "${METRIC:-eap}" "-Dfitness=${METRIC:-eap}" "-Dfitness_spectrum=$spectrum"
search plain -criterion LINE:BRANCH
