#!/bin/bash
# Lays out libtorch in a folder, from packages of PyPI that pip finds by name:
#   native/apps/train-libtorch/libtorch.sh FOLDER    540 MB to download, 490 MB in the folder, CPU only
# Needs pip, unzip and a C compiler; for x86-64 Linux. pip takes only files whose hashes stand in libtorch.txt. native/apps/train-libtorch/README.md says what for.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }

requirements="$(cd "$(dirname "$0")" && pwd)/libtorch.txt"
# What the CPU half of libtorch is linked to.
LIBRARIES=(libc10.so libtorch_cpu.so libgomp.so.1 libcudart.so.13 libcupti.so.13)

folder="$1"
if [ -e "$folder/lib" ] || [ -e "$folder/include" ]; then
    echo "$0: there is something in $folder already; remove it or name another folder" >&2
    exit 1
fi
mkdir -p "$folder"
wheels="$(mktemp -d "$folder/wheels.XXXXXX")"
trap 'rm -rf "$wheels"' EXIT

pip download --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --dest "$wheels" \
    -r "$requirements"
for wheel in "$wheels"/*.whl; do
    # Not every wheel has headers or each of the libraries: unzip says so with 11.
    patterns=('torch/include/*' "${LIBRARIES[@]/#/*/lib/}")
    unzip -q "$wheel" "${patterns[@]}" -d "$wheels/out" 2>/dev/null || [ $? = 11 ]
done
mkdir "$wheels/lib"
for library in "${LIBRARIES[@]}"; do
    find "$wheels/out" -name "$library" -exec mv {} "$wheels/lib/" \;
    [ -f "$wheels/lib/$library" ] || { echo "$0: no package has $library" >&2; exit 1; }
done
# The real libtorch.so has nothing of its own but needs the CUDA half.
cc -shared -o "$wheels/lib/libtorch.so" -x c /dev/null
# The linker wants names without versions.
ln -s libgomp.so.1 "$wheels/lib/libgomp.so"
mv "$wheels/out/torch/include" "$folder/include"
mv "$wheels/lib" "$folder/lib"
echo "LIBTORCH=$(cd "$folder" && pwd)"
