#!/bin/sh
# Makes the container image twofold:VERSION out of the tree of a release and Debian packages: build.sh TREE. Needs mmdebstrap and buildah.
set -eu
tree=$(readlink -f -- "${1:?Name the tree of a release: build.sh .cache/release/twofold-VERSION-linux-x64}")
here=$(dirname -- "$(readlink -f -- "$0")")
version=$("$tree/bin/twofold" --version)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mmdebstrap --quiet --mode=root --variant=minbase --include=ca-certificates,tzdata \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --customize-hook='echo twofold:x:10001:10001::/data:/usr/sbin/nologin >> "$1/etc/passwd"' \
  --customize-hook='echo twofold:x:10001: >> "$1/etc/group"' \
  --customize-hook='install -d -m 700 -o 10001 -g 10001 "$1/data"' \
  bookworm "$place/rootfs.tar"
cp -a "$tree" "$place/twofold"
cp "$here/Containerfile" "$place/"
# The OCI format would drop the health check.
buildah --storage-driver "${STORAGE_DRIVER:-overlay}" bud --isolation chroot --format docker -t "twofold:$version" "$place"
