#!/bin/sh
# image-machine.sh ROOT DATA COMMAND…: runs the command as process 1 in the root of an image, as an engine does with `--read-only --tmpfs /tmp
# --cap-drop ALL --security-opt no-new-privileges` and DATA as the volume /data. Needs namespaces of its own: unshare --mount --pid --fork.
set -eu
root=$1
data=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/urandom" c 1 9
mkdir -m 1777 "$root/dev/shm"
mount -o remount,bind,ro "$root"
mkdir "$root/tmp/.outside"
cd "$root"
pivot_root . tmp/.outside
umount -l /tmp/.outside
rmdir /tmp/.outside
exec /bin/busybox setpriv --nnp /usr/lib/twofold/bin/node -e '
process.setgroups([])
process.setgid(10001)
process.setuid(10001)
process.chdir("/")
const [, ...list] = process.argv
process.execve(list[0], list, process.env)
' "$@"
