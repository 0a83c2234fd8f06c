#!/bin/bash
# Writes what jars say of the crates in them, for all platforms: release/licences/core.txt and program.txt, or into FOLDER.
#   release/licences.sh [FOLDER]
# Needed after a change of Cargo.lock; a test says when. asm.txt beside them is ASM's own text.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/.." && pwd)"
# shellcheck source=release/platforms.sh
. "$here/platforms.sh"
folder="${1:-$here/licences}"
mkdir -p "$folder"
targets=()
for platform in $(all_platforms); do
    targets+=("$(column "$platform" 2)")
done
# FAULTLINE_RELEASE, where it is set, is the program that cargo would build.
program=(cargo run --locked --quiet --manifest-path "$root/Cargo.toml" -p faultline-release --)
[ -z "${FAULTLINE_RELEASE-}" ] || program=("$FAULTLINE_RELEASE")
for part in core program; do
    "${program[@]}" licences --workspace "$root" --of "$part" --out "$folder/$part.txt" "${targets[@]}"
done
