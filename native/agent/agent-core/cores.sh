#!/bin/bash
# Builds the core of the recording agent for other platforms, each into CORES/<os>-<processor>[-musl]:
#   native/agent/agent-core/cores.sh CORES TOOLS [PLATFORM...]     without PLATFORM: all
#   native/agent/agent-core/cores.sh --made-from                   what identifies the sources of a core
# TOOLS is where native/agent/agent-core/cross-tools.sh puts what it fetches. rustup fetches the standard library of a target that is missing.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../../.."

# shellcheck source=release/platforms.sh
. "$root/release/platforms.sh"

# One word for all that goes into a core: a core made from other sources must not get into a jar.
made_from() {
    (cd "$root" && find Cargo.toml Cargo.lock native/{agent/agent-core,storage/flt,core/bit-kernels,core/escape,core/files,core/spectrum}/{Cargo.toml,src} native/agent/agent-core/cores.sh \
        native/agent/agent-core/cross-tools.{sh,txt} release/platforms.sh -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; rustc --version) | sha256sum | cut -d' ' -f1
}

build() { # platform
    local platform="$1" file FLAGS=()
    file="$(column "$platform" 4)"
    echo "== core for $platform"
    # For musl's dynamic loader: by itself rustc links musl into what it makes, and makes no library.
    [[ "$platform" != *-musl ]] || FLAGS=(-C target-feature=-crt-static)
    zig "$platform" zigbuild --release --manifest-path "$root/Cargo.toml" -p faultline-agent-core --no-default-features
    mkdir -p "$cores/$platform"
    install -m 644 "${CARGO_TARGET_DIR:-$root/target}/$(column "$platform" 2)/release/$file" "$cores/$platform/$file"
    made_from >"$cores/$platform/made-from"
}

if [ "${1-}" = --made-from ]; then
    made_from
    exit
fi
[ $# -ge 2 ] || { echo "usage: $0 CORES TOOLS [PLATFORM...] | --made-from" >&2; exit 2; }
cores="$1"
tools="$(cd "$2" && pwd)"
shift 2
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(all_platforms)
known "$@"
for platform in "$@"; do
    build "$platform"
done
