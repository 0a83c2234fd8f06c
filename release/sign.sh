#!/bin/bash
# Signs the checksums of a release, as install.sh checks them: FOLDER/SHA256SUMS.sig beside FOLDER/SHA256SUMS.
#   FAULTLINE_SIGNING_KEY=FILE release/sign.sh [--own-key] FOLDER
# FILE is a private key of OpenSSH's, or the public half of one that ssh-agent or a hardware key holds. Without it nothing is signed, and a line
# says so. The key must be the one that FOLDER/install.sh holds, so that no release goes out that its own installer refuses; with --own-key
# it may be another, for builds that are installed with `install.sh --key`.
set -euo pipefail
own=
[ "${1-}" != --own-key ] || { own=1; shift; }
[ $# = 1 ] || { echo "usage: $0 [--own-key] FOLDER" >&2; exit 2; }
folder="$1"
key="${FAULTLINE_SIGNING_KEY-}"
rm -f "$folder/SHA256SUMS.sig"
if [ -z "$key" ]; then
    echo "== not signed: FAULTLINE_SIGNING_KEY names no key, so install.sh takes these archives only with --unsigned"
    exit
fi
public() { # key file: its type and public key, without the comment
    case "$1" in
        *.pub) cut -d' ' -f1,2 "$1" ;;
        *) ssh-keygen -yf "$1" | cut -d' ' -f1,2 ;;
    esac
}
held="$(sed -n "s/^release_key='\(.*\)'\$/\1/p" "$folder/install.sh" | cut -d' ' -f1,2)"
if [ -z "$own" ] && [ "$(public "$key")" != "$held" ]; then
    echo "$0: $key is not the release key in install.sh, which would refuse this release: put its public half into release/install.sh first (docs/maintaining.md)" >&2
    exit 1
fi
ssh-keygen -q -Y sign -f "$key" -n faultline-release "$folder/SHA256SUMS"
echo "== signed: $folder/SHA256SUMS.sig"
