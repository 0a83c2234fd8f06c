#!/bin/sh
# Installs Faultline from a folder with a release's archives, or from an https URL where they can be fetched:
#   install.sh [--prefix DIR] [--platform NAME] [--key FILE] FOLDER|URL
# Unpacks the archive of this platform into DIR/lib/faultline (DIR is ~/.local without --prefix; an earlier version there is replaced),
# and links DIR/bin/faultline, its manual pages and completions. The archive must have the checksum that SHA256SUMS names, and SHA256SUMS
# must be signed (SHA256SUMS.sig) by the release key in this script, or by the public key in FILE. Archives that you built yourself:
#   install.sh [--prefix DIR] [--platform NAME] --unsigned FOLDER
# To remove what was installed:
#   install.sh [--prefix DIR] --remove
set -eu

# The public key that releases are signed with, as a line of an OpenSSH .pub file. Empty until the first release is signed:
# then nothing is installed without --key or --unsigned. docs/maintaining.md says how the key gets here.
release_key=''

say() { printf 'install.sh: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; }

prefix="${HOME:-}/.local"
platform=
key_file=
unsigned=
remove=
from=
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder"; prefix="$2"; shift ;;
        --platform) [ $# -gt 1 ] || fail "--platform needs a name, as linux-x86_64"; platform="$2"; shift ;;
        --key) [ $# -gt 1 ] || fail "--key needs a file with a public key of OpenSSH's, as faultline.pub"; key_file="$2"; shift ;;
        --unsigned) unsigned=1 ;;
        --remove) remove=1 ;;
        -h | --help) usage; exit ;;
        -*) fail "there is no option $1; --help says which there are" ;;
        *) [ -z "$from" ] || fail "one folder or URL is enough: $from and $1"; from="$1" ;;
    esac
    shift
done
# Links need the whole path.
case "$prefix" in
    /*) ;;
    *) prefix="$PWD/$prefix" ;;
esac
home="$prefix/lib/faultline"

# What is linked from the same place in the prefix, beside the manual pages.
linked="bin/faultline
share/bash-completion/completions/faultline
share/zsh/site-functions/_faultline
share/fish/vendor_completions.d/faultline.fish"

# Ours alone: a link that somebody else made stays.
unlink_all() {
    for link in $linked share/man/man1/; do
        for file in "$prefix/$link"*; do
            case "$(readlink "$file" 2>/dev/null || true)" in
                "$home"/*) rm -f "$file" ;;
            esac
        done
    done
}

if [ -n "$remove" ]; then
    [ -e "$home/bin/faultline" ] || fail "nothing is installed in $home"
    unlink_all
    rm -rf "$home"
    echo "removed $home and the links to it"
    exit
fi
[ -n "$from" ] || { usage >&2; exit 2; }

this_platform() {
    processor="$(uname -m)"
    case "$processor" in
        arm64) processor=aarch64 ;;
        amd64) processor=x86_64 ;;
    esac
    case "$(uname -s)" in
        Linux)
            # musl's loader tells itself apart; ldd says so on its error output.
            if ldd --version 2>&1 | grep -qi musl; then echo "linux-$processor-musl"; else echo "linux-$processor"; fi
            ;;
        Darwin) echo "macos-$processor" ;;
        *) fail "there is no archive for $(uname -s); on Windows unpack the zip" ;;
    esac
}
[ -n "$platform" ] || platform="$(this_platform)"

[ -z "$unsigned" ] || [ -z "$key_file" ] || fail "--key and --unsigned exclude each other: leave one of them out"
case "$from" in
    https://*) [ -z "$unsigned" ] || fail "--unsigned is for a folder with archives that you built yourself, not for $from: leave it out, or name the signer's public key with --key" ;;
    *://*) fail "$from is not fetched, because only https keeps others from changing it on its way: give an https URL or a folder" ;;
esac

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT INT TERM
download() { # URL, file: by https alone, redirections included
    if command -v curl >/dev/null; then
        curl -fsSL --proto '=https' --proto-redir '=https' --tlsv1.2 -o "$2" "$1"
    else
        # wget cannot be kept from following a redirection to http, so it follows none.
        wget -q --max-redirect=0 --secure-protocol=TLSv1_2 -O "$2" "$1"
    fi
}
fetch() { # name, what to add where a folder lacks it: into the work folder
    case "$from" in
        https://*)
            download "${from%/}/$1" "$work/$1" ||
                fail "${from%/}/$1 cannot be fetched by https$(command -v curl >/dev/null || echo "; where it is redirected, curl is needed")"
            ;;
        *)
            [ -f "$from/$1" ] || fail "$from has no $1$2"
            cp "$from/$1" "$work/$1"
            ;;
    esac
}

# Fails unless SHA256SUMS is what the holder of the key signed. Nothing in the file is believed before.
verify_signature() {
    if [ -n "$key_file" ]; then
        [ -f "$key_file" ] || fail "--key $key_file is not a file"
        release_key="$(sed -n '/^ssh-\|^ecdsa-\|^sk-/{p;q;}' "$key_file")"
        [ -n "$release_key" ] || fail "--key $key_file holds no public key of OpenSSH's, which begins with ssh-ed25519 or the like"
    fi
    [ -n "$release_key" ] || fail "this script holds no release key, because no release has been signed yet: name the signer's public key with --key, or install what you built yourself with --unsigned"
    command -v ssh-keygen >/dev/null || fail "ssh-keygen is missing, which checks the signature of SHA256SUMS: install OpenSSH's client (8.1 or newer)"
    fetch SHA256SUMS.sig ", so its sums are not signed: what you built yourself is installed with --unsigned"
    printf 'faultline namespaces="faultline-release" %s\n' "$release_key" >"$work/signers"
    ssh-keygen -Y verify -f "$work/signers" -I faultline -n faultline-release -s "$work/SHA256SUMS.sig" <"$work/SHA256SUMS" >/dev/null 2>&1 ||
        fail "SHA256SUMS of $from is not what the key $(fingerprint) signed: do not use these files, and report where they came from (SECURITY.md)"
}
fingerprint() {
    printf '%s\n' "$release_key" >"$work/key.pub"
    ssh-keygen -lf "$work/key.pub" 2>/dev/null | cut -d' ' -f2
}

fetch SHA256SUMS ""
[ -n "$unsigned" ] || verify_signature
archive="$(sed -n "s/^[0-9a-f]\{64\}  \(faultline-[0-9][^/]*-$platform\.tar\.gz\)\$/\1/p" "$work/SHA256SUMS" | grep -v -- "-$platform-" | tail -n 1)"
[ -n "$archive" ] || fail "$from has no archive for $platform, only $(sed -n 's/^[0-9a-f]*  \(faultline-[^/]*\)$/\1/p' "$work/SHA256SUMS" | tr '\n' ' ')"
fetch "$archive" ""
sum() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }
[ "$(sum "$work/$archive")" = "$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/SHA256SUMS")" ] ||
    fail "$archive is not what SHA256SUMS says: it was changed or is not whole"

if [ -e "$home" ] && [ ! -f "$home/bin/faultline" ]; then
    fail "$home is there and holds no Faultline: move it away, or name another folder with --prefix"
fi
tar -xzf "$work/$archive" -C "$work"
mkdir -p "$prefix/lib"
unlink_all
rm -rf "$home"
mv "$work/${archive%.tar.gz}" "$home"
link() { # path in the release and in the prefix
    mkdir -p "$(dirname "$prefix/$1")"
    if [ -e "$prefix/$1" ] || [ -L "$prefix/$1" ]; then
        say "$prefix/$1 is there already and stays"
    else
        ln -s "$home/$1" "$prefix/$1"
    fi
}
for path in $linked; do link "$path"; done
for page in "$home"/share/man/man1/*.1; do link "share/man/man1/${page##*/}"; done
echo "installed $("$home/bin/faultline" --version) as $prefix/bin/faultline"
case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "put $prefix/bin on the PATH to call it by its name" ;;
esac
