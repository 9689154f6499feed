#!/bin/sh
# systemd-machine.sh ROOT: starts the systemd of a Debian root as process 1 of its own namespaces, with a network of its own. It ends with this
# process. What nspawn does, for machines that run no systemd themselves.
set -eu
root=$1
base=/sys/fs/cgroup
[ -d "$base/unified" ] && base="$base/unified"
mkdir -p "$base/twofold-release-$$"
echo $$ > "$base/twofold-release-$$/cgroup.procs"
exec unshare --mount --pid --uts --ipc --cgroup --net --fork --kill-child=SIGKILL sh -c '
set -eu
root=$0
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
  mknod -m 666 "$root/dev/${device%%:*}" c $(echo "${device#*:}" | tr : " ")
done
mkdir "$root/dev/pts" "$root/dev/shm" "$root/dev/mqueue"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mkdir -p "$root/.outside"
cd "$root"
pivot_root . .outside
umount -l /.outside
hostname debian
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=journal --show-status=false
' "$root"
