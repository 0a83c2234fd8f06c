#!/bin/sh
# Installs Faultline from a folder with a release's archives, or from where they can be fetched:
#   install.sh [--prefix DIR] [--platform NAME] FOLDER|URL
# Unpacks the archive of this platform into DIR/lib/faultline (DIR is ~/.local without --prefix; what is there of an earlier version goes),
# and links DIR/bin/faultline, its manual pages and completions. Checks the archive by SHA256SUMS, which lies beside it. To remove it all:
#   install.sh [--prefix DIR] --remove
set -eu

say() { printf 'install.sh: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
usage() { sed -n '2,6s/^# \{0,1\}//p' "$0"; }

prefix="${HOME:-}/.local"
platform=
remove=
from=
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder"; prefix="$2"; shift ;;
        --platform) [ $# -gt 1 ] || fail "--platform needs a name, as linux-x86_64"; platform="$2"; shift ;;
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

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT INT TERM
fetch() { # name: into the work folder
    case "$from" in
        http://* | https://*)
            if command -v curl >/dev/null; then curl -fsSL -o "$work/$1" "${from%/}/$1"; else wget -qO "$work/$1" "${from%/}/$1"; fi ||
                fail "$from/$1 cannot be fetched"
            ;;
        *)
            [ -f "$from/$1" ] || fail "$from has no $1"
            cp "$from/$1" "$work/$1"
            ;;
    esac
}
fetch SHA256SUMS
archive="$(sed -n "s/^[0-9a-f]\{64\}  \(faultline-[0-9][^/]*-$platform\.tar\.gz\)\$/\1/p" "$work/SHA256SUMS" | grep -v -- "-$platform-" | tail -n 1)"
[ -n "$archive" ] || fail "$from has no archive for $platform, only $(sed -n 's/^[0-9a-f]*  \(faultline-[^/]*\)$/\1/p' "$work/SHA256SUMS" | tr '\n' ' ')"
fetch "$archive"
sum() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }
[ "$(sum "$work/$archive")" = "$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/SHA256SUMS")" ] ||
    fail "$archive is not what SHA256SUMS says: it was changed or is not whole"

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
