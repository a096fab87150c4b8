#!/bin/sh
# Makes the extension ready for Zed, in a new folder: Zed takes the grammar from a Git repository, so the folder has one.
#
#   sh prepare.sh ~/recline-zed
set -eu
[ $# = 1 ] || { echo "Name the folder to make: sh prepare.sh ~/recline-zed" >&2; exit 2; }
[ ! -e "$1" ] || { echo "$1 exists already: name a folder that does not." >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
target=$(cd "$1" && pwd)
cp -R "$here/Cargo.toml" "$here/extension.toml" "$here/languages" "$here/src" "$target"
cp -R "$here/../tree-sitter-recline" "$target/grammar"
cd "$target/grammar"
git init -q
git add .
git -c user.name=Recline -c user.email=recline@localhost commit -q -m "The grammar of .rec files"
revision=$(git rev-parse HEAD)
cd "$target"
sed -e "s|REPOSITORY|file://$target/grammar|" -e "s|REVISION|$revision|" "$here/extension.toml" > extension.toml
echo "The extension is in $target: choose it in Zed with \"zed: install dev extension\"."
