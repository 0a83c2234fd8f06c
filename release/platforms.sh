# The platforms that a release is for, and how cargo links for each of them by zig. To be sourced, with the checkout in $root.
# shellcheck shell=bash disable=SC2034 # what those who source it read

# The oldest glibc that Rust's own standard library works with: that of RHEL 7.
GLIBC=2.17

# Platform, target of rustc, what is added to it for the linker, the core's name there, the program's.
PLATFORMS="
linux-x86_64       x86_64-unknown-linux-gnu    .$GLIBC libfaultline.so    faultline
linux-aarch64      aarch64-unknown-linux-gnu   .$GLIBC libfaultline.so    faultline
linux-x86_64-musl  x86_64-unknown-linux-musl   -       libfaultline.so    faultline
linux-aarch64-musl aarch64-unknown-linux-musl  -       libfaultline.so    faultline
macos-x86_64       x86_64-apple-darwin         -       libfaultline.dylib faultline
macos-aarch64      aarch64-apple-darwin        -       libfaultline.dylib faultline
windows-x86_64     x86_64-pc-windows-gnu       -       faultline.dll      faultline.exe
"

row() { # platform: its row
    awk -v platform="$1" '$1 == platform' <<<"$PLATFORMS"
}

column() { # platform, number: that field of its row
    row "$1" | awk -v n="$2" '{ print $n }'
}

all_platforms() {
    awk 'NF { print $1 }' <<<"$PLATFORMS"
}

known() { # platforms: fails, and says so, where one of them is none
    local platform
    for platform in "$@"; do
        [ -n "$(row "$platform")" ] || {
            echo "$0: there is no platform $platform, only $(all_platforms | paste -sd ' ')" >&2
            return 2
        }
    done
}

# Links for the platform with what native/agent/agent-core/cross-tools.sh laid out in $tools. Where the sources lie is no part of what is built: the same
# sources give the same file in every folder. What rustc is told beside that is in the array FLAGS.
zig() { # platform, what cargo does (zigbuild, check, clippy), what it is told...
    local target version what="$2" cargo_home="${CARGO_HOME:-$HOME/.cargo}" top flags
    top="$(cd "$root" && pwd)"
    flags=(${FLAGS[@]+"${FLAGS[@]}"} "--remap-path-prefix=$cargo_home=/cargo" "--remap-path-prefix=$top=/faultline")
    target="$(column "$1" 2)"
    version="$(column "$1" 3)"
    [ "$version" != - ] || version=
    shift 2
    [ -d "$(rustc --print target-libdir --target "$target")" ] || rustup target add "$target"
    case "$target" in
        # Without libiconv, which the standard library names and does not use; for the oldest macOS that rustc knows, not zig's.
        *-darwin)
            flags+=(-C link-arg=-Wl,-dead_strip_dylibs)
            MACOSX_DEPLOYMENT_TARGET="$(rustc --print deployment-target --target "$target" | cut -d= -f2)"
            export MACOSX_DEPLOYMENT_TARGET
            ;;
    esac
    # Told apart by this character, flags may have blanks.
    CARGO_ENCODED_RUSTFLAGS="$(IFS=$'\x1f'; printf '%s' "${flags[*]}")" CFLAGS="${CFLAGS-} -ffile-prefix-map=$cargo_home=/cargo" \
        CARGO_PROFILE_RELEASE_STRIP=symbols PATH="$tools/bin:$PATH" CARGO_ZIGBUILD_ZIG_PATH="$tools/ziglang/zig" \
        cargo-zigbuild "$what" --locked --quiet --target "$target$version" "$@"
}
