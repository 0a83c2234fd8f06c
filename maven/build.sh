#!/bin/bash
# Builds the Maven plugin around a distribution's program and agent, and lays it out as a Maven repository in the
# distribution's folder maven/: what `mvn install` would put into ~/.m2, without touching that.
#
#   maven/build.sh DIST BUILD [mvn's options]
#
# DIST has bin/faultline and, in lib, faultline-agent.jar, faultline-mutants.jar and faultline-mutants-boot.jar; BUILD is where Maven's target goes.
set -euo pipefail
dist="$(cd "$1" && pwd)"
mkdir -p "$2"
build="$(cd "$2" && pwd)"
shift 2
here="$(cd "$(dirname "$0")" && pwd)"

mvn -B -ntp -q -f "$here/pom.xml" -Dbuild.dir="$build" -Ddist.dir="$dist" package "$@"

artifact=faultline-maven-plugin
version="$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$here/pom.xml")"
folder="$dist/maven/io/faultline/$artifact/$version"
install -D -m 644 "$build/$artifact-$version.jar" "$folder/$artifact-$version.jar"
install -D -m 644 "$here/pom.xml" "$folder/$artifact-$version.pom"
