#!/bin/bash
# Builds the core of the recording agent for other platforms, each into CORES/<os>-<processor>[-musl]:
#   native/jni/cores.sh CORES TOOLS [PLATFORM...]     without PLATFORM: all
#   native/jni/cores.sh --made-from                   what identifies the sources of a core
# TOOLS is where native/jni/cross-tools.sh puts what it fetches. rustup fetches the standard library of a target that is missing.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../.."

# The oldest glibc that Rust's own standard library works with: that of RHEL 7.
GLIBC=2.17

# Platform, target of rustc, what is added to it for the linker, and the library's name there.
PLATFORMS="
linux-x86_64       x86_64-unknown-linux-gnu    .$GLIBC libfaultline.so
linux-aarch64      aarch64-unknown-linux-gnu   .$GLIBC libfaultline.so
linux-x86_64-musl  x86_64-unknown-linux-musl   -       libfaultline.so
linux-aarch64-musl aarch64-unknown-linux-musl  -       libfaultline.so
macos-x86_64       x86_64-apple-darwin         -       libfaultline.dylib
macos-aarch64      aarch64-apple-darwin        -       libfaultline.dylib
windows-x86_64     x86_64-pc-windows-gnu       -       faultline.dll
"

# One word for all that goes into a core: a core made from other sources must not get into a jar.
made_from() {
    (cd "$root" && find Cargo.toml Cargo.lock native/{jni,format,spectrum,kernels}/{Cargo.toml,src} native/jni/cores.sh \
        native/jni/cross-tools.sh -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; rustc --version) | sha256sum | cut -d' ' -f1
}

row() { # platform: its row
    awk -v platform="$1" '$1 == platform' <<<"$PLATFORMS"
}

build() { # platform
    local platform target version file
    read -r platform target version file <<<"$(row "$1")"
    echo "== core for $platform"
    [ -d "$(rustc --print target-libdir --target "$target")" ] || rustup target add "$target"
    [ "$version" != - ] || version=
    local flags=
    case "$target" in
        # For musl's dynamic loader: by itself rustc links musl into what it makes, and makes no library.
        *-musl) flags="-C target-feature=-crt-static" ;;
        # Without libiconv, which the standard library names and does not use; for the oldest macOS that rustc knows, not zig's.
        *-darwin)
            flags="-C link-arg=-Wl,-dead_strip_dylibs"
            MACOSX_DEPLOYMENT_TARGET="$(rustc --print deployment-target --target "$target" | cut -d= -f2)"
            export MACOSX_DEPLOYMENT_TARGET
            ;;
    esac
    RUSTFLAGS="$flags" PATH="$tools/bin:$PATH" CARGO_ZIGBUILD_ZIG_PATH="$tools/ziglang/zig" \
        cargo zigbuild --quiet --release --manifest-path "$root/Cargo.toml" -p faultline-jni --no-default-features \
        --target "$target$version"
    mkdir -p "$cores/$platform"
    install -m 644 "${CARGO_TARGET_DIR:-$root/target}/$target/release/$file" "$cores/$platform/$file"
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
[ $# -gt 0 ] || set -- $(awk '{ print $1 }' <<<"$PLATFORMS")
for platform in "$@"; do
    [ -n "$(row "$platform")" ] || { echo "$0: there is no platform $platform, only$(awk 'NF { printf " %s", $1 }' <<<"$PLATFORMS")" >&2; exit 2; }
done
for platform in "$@"; do
    build "$platform"
done
