#!/bin/bash
# Builds a release into OUT: an archive per platform, the Maven artefacts as a repository, bills of materials, checksums. Publishes nothing.
#   release/release.sh OUT [PLATFORM...]     without PLATFORM: all
# Needs what `make dist` needs, and pip; signs the checksums where FAULTLINE_SIGNING_KEY names a key. Times are the commit's and folders leave no trace, so that whoever builds it again can compare. docs/maintaining.md is the
# checklist.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/.." && pwd)"
# shellcheck source=release/platforms.sh
. "$here/platforms.sh"

[ $# -ge 1 ] || { echo "usage: $0 OUT [PLATFORM...]" >&2; exit 2; }
mkdir -p "$1"
out="$(cd "$1" && pwd)"
shift
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(all_platforms)
known "$@"

target="${CARGO_TARGET_DIR:-$root/target}"
dist="${DIST:-$root/dist}"
work="$target/release-parts"
tools="$target/cross"
cd "$root"

commit="$(git rev-parse --short=10 HEAD)"
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
[ -z "$(git status --porcelain)" ] || {
    echo "   there are uncommitted changes: the archives say so, and are not for publishing"
    commit="$commit with changes"
}
export SOURCE_DATE_EPOCH
FAULTLINE_BUILD="$commit of $(date -u -d "@$SOURCE_DATE_EPOCH" +%F)"
export FAULTLINE_BUILD

rm -rf "$work" "$out"/faultline-* "$out/maven" "$out"/SHA256SUMS{,.sig}
native/agent/agent-core/cross-tools.sh "$tools"
native/agent/agent-core/cores.sh "$dist/cores" "$tools"
make --no-print-directory dist DIST="$dist"
release/programs.sh "$work/programs" "$tools" "$@"

FAULTLINE_PROGRAMS="$work/programs" cargo test --locked --quiet -p faultline-tests --test programs

echo "== manual and completions"
"$dist/bin/faultline" manual "$work/manual/man"
mkdir -p "$work/manual/completions"
for shell in bash:faultline.bash zsh:_faultline fish:faultline.fish powershell:faultline.ps1; do
    "$dist/bin/faultline" completions "${shell%%:*}" >"$work/manual/completions/${shell#*:}"
done

echo "== Maven artefacts"
release/maven.sh "$out/maven" "$dist" "$work/programs"

echo "== archives"
install -m 755 release/install.sh "$out/install.sh"
install -m 644 release/Containerfile "$out/Containerfile"
pairs=()
for platform in "$@"; do
    pairs+=("$platform=$(column "$platform" 2)")
done
cargo run --locked --quiet --release -p faultline-release -- assemble --workspace "$root" --dist "$dist" --manual "$work/manual" \
    --programs "$work/programs" --epoch "$SOURCE_DATE_EPOCH" --out "$out" "${pairs[@]}"
release/sign.sh "$out"
echo "== built $out"
