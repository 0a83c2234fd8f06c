#!/bin/bash
# Lays out cores as the agent's jar holds them, below FOLDER/META-INF/faultline:
#   native/agent/agent-core/lay-out.sh LIBRARY CORES FOLDER
# LIBRARY is this machine's core, as cargo has just built it. A core of CORES that was made from the same sources goes in, too, and in place
# of LIBRARY if it is this machine's: it runs on older systems. One made from other sources is left out, and named.
set -euo pipefail
[ $# = 3 ] || { echo "usage: $0 LIBRARY CORES FOLDER" >&2; exit 2; }
library="$1" cores="$2" folder="$3/META-INF/faultline"
here="$(cd "$(dirname "$0")" && pwd)"

rm -rf "$folder"
install -D -m 644 "$library" "$folder/linux-$(uname -m)/libfaultline.so"
[ -d "$cores" ] || exit 0
sources="$("$here/cores.sh" --made-from)"
for core in "$cores"/*/; do
    platform="$(basename "$core")"
    if [ "$(cat "$core/made-from" 2>/dev/null)" = "$sources" ]; then
        mkdir -p "$folder/$platform"
        find "$core" -maxdepth 1 -name '*faultline.*' -exec install -m 644 -t "$folder/$platform" {} +
    else
        echo "   without the core for $platform, which was made from other sources; make cores"
    fi
done
