#!/bin/bash
# Lays out in a folder what links for other platforms, from packages of PyPI that pip finds by name; does nothing when it is there:
#   native/agent/agent-core/cross-tools.sh FOLDER    90 MB to download, 420 MB in the folder
# Needs pip, which takes only files whose hashes stand in cross-tools.txt. docs/decisions/0580-cores-by-zig.md says what for.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }

requirements="$(cd "$(dirname "$0")" && pwd)/cross-tools.txt"
packages="$(awk '/==/ { print $1 }' "$requirements" | paste -sd ' ')"

folder="$1"
wanted="$packages, hashes $(sha256sum <"$requirements" | cut -d' ' -f1)"
[ "$(cat "$folder/packages" 2>/dev/null)" != "$wanted" ] || exit 0
command -v pip >/dev/null || { echo "$0: pip is missing, which fetches $packages" >&2; exit 1; }
echo "== $packages (pip)"
rm -rf "$folder"
pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --target "$folder" -r "$requirements"
[ -x "$folder/ziglang/zig" ] && [ -x "$folder/bin/cargo-zigbuild" ] || {
    echo "$0: the packages do not hold ziglang/zig and bin/cargo-zigbuild" >&2
    exit 1
}
echo "$wanted" >"$folder/packages"
