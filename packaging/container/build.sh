#!/bin/sh
# Makes the container image twofold:VERSION out of the tree of a release and Debian packages: build.sh TREE. Needs mmdebstrap and buildah.
set -eu
tree=$(readlink -f -- "${1:?Name the tree of a release: build.sh .cache/release/twofold-VERSION-linux-x64}")
here=$(dirname -- "$(readlink -f -- "$0")")
version=$("$tree/bin/twofold" --version)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# What Node.js and PostgreSQL link to, and one program in place of a shell and its tools: no perl, no apt, nothing that runs by itself.
mmdebstrap --quiet --mode=root --variant=extract --include=base-files,busybox-static,libc6,libstdc++6 \
  --extract-hook="$here/finish-root.sh \"\$1\"" bookworm "$place/rootfs.tar"
cp -a "$tree" "$place/twofold"
cp "$here/Containerfile" "$place/"
# The OCI format would drop the health check.
buildah --storage-driver "${STORAGE_DRIVER:-overlay}" bud --isolation chroot --format docker -t "twofold:$version" "$place"
