#!/bin/sh
# Prepares the extension for Zed in a new folder. Zed reads the grammar from a Git repository, so the folder contains one.
#
#   sh prepare.sh ~/recline-zed
set -eu
[ $# = 1 ] || { echo "Usage: sh prepare.sh <new folder>, such as ~/recline-zed" >&2; exit 2; }
[ ! -e "$1" ] || { echo "$1 exists already. Use a new folder." >&2; exit 1; }
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
echo "Wrote the extension to $target. Install it in Zed with \"zed: install dev extension\"."
