#!/bin/bash
# Lays out what is for Maven Central as a repository in FOLDER: each artefact with its sources, documentation, bill of materials and metadata.
#   release/maven.sh FOLDER DIST PROGRAMS
# DIST is what `make dist` has built; its build folders are used again. PROGRAMS/<platform> has the program of each platform that is released.
# Nothing goes into ~/.m2 but what Maven itself fetches.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/.." && pwd)"
# shellcheck source=release/platforms.sh
. "$here/platforms.sh"
[ $# = 3 ] || { echo "usage: $0 FOLDER DIST PROGRAMS" >&2; exit 2; }
mkdir -p "$1"
folder="$(cd "$1" && pwd)"
dist="$(cd "$2" && pwd)"
programs="$(cd "$3" && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"

# Each by itself: those that have a parent find it beside them, and are built one after the other by make.
deploy() { # folder of the pom, where it is built, what else Maven is told...
    local pom="$1" build="$2"
    shift 2
    echo "   $pom"
    mvn -B -ntp -q -N -f "$root/$pom/pom.xml" -Dbuild.dir="$build" "$@" -DskipTests \
        -DaltDeploymentRepository="release::file://$folder" -Ddoclint=none -DincludeTestScope=false -DoutputFormat=json \
        -DschemaVersion=1.5 -DincludeBomSerialNumber=false \
        package \
        org.apache.maven.plugins:maven-source-plugin:3.3.1:jar-no-fork \
        org.apache.maven.plugins:maven-javadoc-plugin:3.11.2:jar \
        org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom \
        org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy
}

# Whoever reads the manifest of an agent looks for its parent where it found that.
deploy java-agent "$target/release-java"
deploy java-agent/agent "${AGENT_TARGET:-$root/java-agent/agent/target}" -Dnative.dir="$target/native"
deploy evosuite-plugin "${EVOSUITE_TARGET:-$root/evosuite-plugin/target}" -Dnative.dir="$target/native-evosuite"
deploy java-agent/mutation-worker "${MUTANTS_TARGET:-$root/java-agent/mutation-worker/target}"
deploy java-agent/test-amplifier "${AMPLIFY_TARGET:-$root/java-agent/test-amplifier/target}"
# Without this machine's program: they fetch that of the machine that they run on. Anew, because Maven only adds to jars' folders.
rm -rf "$target/release-plugins"
# What they fetch must be what is released with them.
hashes="$target/release-plugins/programs/META-INF/faultline/programs.properties"
mkdir -p "$(dirname "$hashes")"
for platform in $(all_platforms); do
    file="$programs/$platform/$(column "$platform" 5)"
    [ ! -f "$file" ] || echo "$platform=$(sha256sum "$file" | cut -d' ' -f1)"
done >"$hashes"
for plugin in maven gradle/plugin; do
    deploy "$plugin" "$target/release-plugins/${plugin%/plugin}" -Ddist.dir="$dist" -Dprogram.inside=false \
        -Dprograms.dir="$target/release-plugins/programs"
done
"$here/program.sh" "$folder" "$programs"
# The marker by which `plugins { id("io.faultline") }` finds the plugin.
cp -r "$dist/maven/io/faultline/io.faultline.gradle.plugin" "$folder/io/faultline/"
# They say when, and a repository makes its own.
find "$folder" -name 'maven-metadata.xml*' -delete
