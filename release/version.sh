#!/bin/bash
# Sets the version everywhere, from one place: release/version.sh 0.2.0 [YYYY-MM-DD]
# Cargo.toml's is the version; the manifests for Maven and what documents tell users to type follow, and the time that is put into jars
# (the day given, else today). A test holds them all to Cargo.toml. CHANGELOG.md's heading is written by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { echo "usage: $0 VERSION [YYYY-MM-DD]" >&2; exit 2; }
new="$1"
day="${2:-$(date -u +%F)}"
[[ "$new" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || { echo "$0: $new is no version, as 0.2.0 or 0.2.0-rc.1 are" >&2; exit 2; }
[[ "$day" =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || { echo "$0: $day is no day, as 2026-11-25 is" >&2; exit 2; }
old="$(awk -F '"' '/^\[workspace.package\]/ { inside = 1 } inside && /^version = / { print $2; exit }' Cargo.toml)"

sed -i "/^\[workspace.package\]/,/^version = / s/^version = .*/version = \"$new\"/" Cargo.toml
for pom in java-agent java-agent/agent java-agent/test-runner java-agent/mutation-worker java-agent/test-amplifier evosuite-plugin maven gradle/plugin release/program; do
    # The first version is the artefact's own, or its parent's, which is the same.
    sed -i -e "0,/<version>/ s|<version>.*</version>|<version>$new</version>|" \
        -e "s|<project.build.outputTimestamp>.*</|<project.build.outputTimestamp>${day}T00:00:00Z</|" "$pom/pom.xml"
done
escaped="${old//./\\.}"
for document in README.md docs/maven-plugin.md docs/gradle-plugin.md docs/report.md; do
    sed -i -e "s|\(faultline-[a-z]*-plugin:\)$escaped|\1$new|g" -e "s|\(version \"\)$escaped\"|\1$new\"|g" \
        -e "s|<version>$escaped</version>|<version>$new</version>|g" -e "s|faultline-$escaped-linux|faultline-$new-linux|g" "$document"
done
cargo update --quiet --workspace --offline
echo "$old -> $new; CHANGELOG.md's heading is yours"
