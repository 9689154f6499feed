#!/bin/sh
# Finishes the root that mmdebstrap has extracted into the folder $1: nothing in it was installed, so no script of a package has run.
set -eu
root=$1
# Scanners for vulnerabilities read here what there is.
mkdir -p "$root/var/lib/dpkg/status.d"
for file in "$root"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$file" > "$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$file" Package)"
done
chroot "$root" /bin/busybox --install -s
# Conversions of character sets, which nothing asks glibc for; documents; mawk, which busybox replaces.
rm -rf "$root"/usr/lib/*/gconv "$root"/usr/share/doc "$root"/usr/share/man "$root"/usr/share/info "$root/usr/bin/mawk"
cat > "$root/etc/passwd" <<'END'
root:x:0:0:root:/root:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
twofold:x:10001:10001::/data:/usr/sbin/nologin
END
cat > "$root/etc/group" <<'END'
root:x:0:
nogroup:x:65534:
twofold:x:10001:
END
# Everybody may write there, and nothing does.
chmod 755 "$root/var/lock"
install -d -m 700 -o 10001 -g 10001 "$root/data"
