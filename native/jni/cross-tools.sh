#!/bin/bash
# Lays out in a folder what links for other platforms, from packages of PyPI that pip finds by name; does nothing when it is there:
#   native/jni/cross-tools.sh FOLDER    90 MB to download, 420 MB in the folder
# Needs pip. docs/decisions/0580-cores-by-zig.md says what for.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }

# Zig has the start files, stubs and headers of all C libraries in question, each glibc since 2.17 among them.
PACKAGES=(ziglang==0.15.2 cargo-zigbuild==0.24.1)

folder="$1"
wanted="${PACKAGES[*]}"
[ "$(cat "$folder/packages" 2>/dev/null)" != "$wanted" ] || exit 0
command -v pip >/dev/null || { echo "$0: pip is missing, which fetches ${PACKAGES[*]}" >&2; exit 1; }
echo "== ${PACKAGES[*]} (pip)"
rm -rf "$folder"
pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --target "$folder" "${PACKAGES[@]}"
[ -x "$folder/ziglang/zig" ] && [ -x "$folder/bin/cargo-zigbuild" ] || {
    echo "$0: the packages do not hold ziglang/zig and bin/cargo-zigbuild" >&2
    exit 1
}
echo "$wanted" >"$folder/packages"
