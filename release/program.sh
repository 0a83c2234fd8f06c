#!/bin/bash
# Adds the program to the Maven repository in FOLDER, as io.faultline:faultline-program with a classifier for each platform:
#   release/program.sh FOLDER PROGRAMS
# PROGRAMS is what release/programs.sh has built: PROGRAMS/<platform>/faultline (.exe on Windows), for one platform at least.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=release/platforms.sh
. "$here/platforms.sh"
[ $# = 2 ] || { echo "usage: $0 FOLDER PROGRAMS" >&2; exit 2; }
mkdir -p "$1"
folder="$(cd "$1" && pwd)"
programs="$(cd "$2" && pwd)"

files=() types=() classifiers=()
for platform in $(all_platforms); do
    file="$programs/$platform/$(column "$platform" 5)"
    [ ! -f "$file" ] || { files+=("$file"); types+=(exe); classifiers+=("$platform"); }
done
[ ${#files[@]} -gt 0 ] || { echo "$0: $programs has no program of any platform" >&2; exit 2; }
# A bare program has no place for the licences of the crates in it.
files+=("$here/licences/program.txt") types+=(txt) classifiers+=(licenses)

listed() { # words: with commas between
    local IFS=,
    echo "$*"
}

echo "   program for ${classifiers[*]}"
mvn -B -ntp -q org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy-file -Durl="file://$folder" -DrepositoryId=release \
    -DpomFile="$here/program/pom.xml" -Dfile="$here/program/pom.xml" -Dpackaging=pom \
    -Dfiles="$(listed "${files[@]}")" -Dtypes="$(listed "${types[@]}")" -Dclassifiers="$(listed "${classifiers[@]}")"
