import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { root } from '../process.mjs'
import { releaseTime } from './archive.ts'

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * A Debian package of the tree: `/usr/lib/twofold`, `/usr/bin/twofold`, the unit, and settings in `/etc/twofold/twofold.env`. Returns the file;
 * undefined where `dpkg-deb` is not installed, which is said.
 */
export async function packDeb(tree: string, folder: string, version: string): Promise<string | undefined> {
  const architecture = architectures[process.arch]
  if (architecture === undefined || spawnSync('dpkg-deb', ['--version']).status !== 0) {
    console.log('No Debian package was made: dpkg-deb is not installed here.')
    return undefined
  }
  const name = `twofold_${version}_${architecture}`
  const staging = join(folder, name)
  await rm(staging, { recursive: true, force: true })
  for (const path of ['DEBIAN', 'usr/lib/systemd/system', 'usr/bin', 'etc/twofold', 'usr/share/doc/twofold', 'usr/share/lintian/overrides'])
    await mkdir(join(staging, path), { recursive: true })
  await cp(tree, join(staging, 'usr/lib/twofold'), { recursive: true, verbatimSymlinks: true })
  await cp(join(tree, 'twofold.service'), join(staging, 'usr/lib/systemd/system/twofold.service'))
  await cp(join(root, 'packaging/debian/twofold'), join(staging, 'usr/bin/twofold'))
  await chmod(join(staging, 'usr/bin/twofold'), 0o755)
  await cp(join(root, 'packaging/twofold.env'), join(staging, 'etc/twofold/twofold.env'))
  await cp(join(root, 'LICENSE'), join(staging, 'usr/share/doc/twofold/copyright'))
  await writeFile(join(staging, 'usr/share/doc/twofold/changelog.gz'), gzipSync(await readFile(join(root, 'CHANGELOG.md')), { level: 9 }))
  await cp(join(root, 'packaging/debian/lintian-overrides'), join(staging, 'usr/share/lintian/overrides/twofold'))
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await cp(join(root, 'packaging/debian', script), join(staging, 'DEBIAN', script))
    await chmod(join(staging, 'DEBIAN', script), 0o755)
  }
  await writeFile(join(staging, 'DEBIAN/conffiles'), '/etc/twofold/twofold.env\n')
  const size = execFileSync('du', ['-sk', '--apparent-size', staging], { encoding: 'utf8' }).split('\t')[0] ?? '0'
  await writeFile(join(staging, 'DEBIAN/control'), controlOf(version, architecture, size))
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', staging])
  const file = join(folder, `${name}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '-b', staging, file], {
    // With several threads xz divides the file in another way.
    env: { ...process.env, SOURCE_DATE_EPOCH: releaseTime(), DPKG_DEB_THREADS_MAX: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await rm(staging, { recursive: true, force: true })
  return file
}

const controlOf = (version: string, architecture: string, kilobytes: string) => `Package: twofold
Version: ${version}
Architecture: ${architecture}
Maintainer: The Twofold founders <packages@twofold.invalid>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, adduser
Section: web
Priority: optional
Description: self-hosted vault for two-factor keys that people share
 Every key shows a live one-time code, and is shared with others at a level
 and for a time, without handing out the secret. Brings Node.js and PostgreSQL.
`
