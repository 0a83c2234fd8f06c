#!/bin/bash
# Builds the program for other platforms, each into PROGRAMS/<platform>/faultline (.exe on Windows):
#   release/programs.sh PROGRAMS TOOLS [PLATFORM...]     without PLATFORM: all
#   release/programs.sh --check TOOLS [PLATFORM...]      compiles with lints, links nothing
# TOOLS is where native/agent/agent-core/cross-tools.sh puts what it fetches. rustup fetches the standard library of a target that is missing.
# FAULTLINE_BUILD, where it is set, is what `faultline --version` says beside the version and the platform.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/.."
# shellcheck source=release/platforms.sh
. "$here/platforms.sh"

[ $# -ge 2 ] || { echo "usage: $0 PROGRAMS|--check TOOLS [PLATFORM...]" >&2; exit 2; }
programs="$1"
tools="$(cd "$2" && pwd)"
shift 2
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(all_platforms)
known "$@"
for platform in "$@"; do
    echo "== program for $platform"
    if [ "$programs" = --check ]; then
        zig "$platform" clippy --keep-going --manifest-path "$root/Cargo.toml" -p faultline-cli -- -D warnings
        continue
    fi
    FAULTLINE_BUILD="${FAULTLINE_BUILD:+$FAULTLINE_BUILD, }$platform" \
        zig "$platform" zigbuild --release --manifest-path "$root/Cargo.toml" -p faultline-cli
    file="$(column "$platform" 5)"
    mkdir -p "$programs/$platform"
    install -m 755 "${CARGO_TARGET_DIR:-$root/target}/$(column "$platform" 2)/release/$file" "$programs/$platform/$file"
done
