/*
 * Builds and packs what is installed elsewhere, `@twofold/client`, `@twofold/cli` and `@twofold/mcp`, into the folder that it is given, or `.cache/packages`.
 * `npm run packages`. Nothing is published. The GitHub Action goes beside them, as the folder that a repository takes over, and the browser
 * extension, as a folder and as a zip.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { root } from './process.mjs'

interface Manifest {
  private?: boolean
  devDependencies?: object
  exports?: Record<string, Record<string, string>>
}

const [, , folder = join(root, '.cache', 'packages')] = argv
await mkdir(folder, { recursive: true })
for (const workspace of ['client', 'cli', 'mcp']) {
  const stage = await mkdtemp(join(tmpdir(), `twofold-${workspace}-`))
  try {
    execFileSync(process.execPath, [join(root, workspace, 'scripts/build.ts'), join(stage, 'dist')], { stdio: 'inherit' })
    const {
      private: _here,
      devDependencies: _bundled,
      ...manifest
    } = JSON.parse(await readFile(join(root, workspace, 'package.json'), 'utf8')) as Manifest
    // The sources are not in the package, nor what only other workspaces take from them.
    for (const [name, conditions] of Object.entries(manifest.exports ?? {})) {
      delete conditions['twofold-source']
      if (Object.keys(conditions).length === 0) delete manifest.exports?.[name]
    }
    if (Object.keys(manifest.exports ?? {}).length === 0) delete manifest.exports
    await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await copyFile(join(root, workspace, 'README.md'), join(stage, 'README.md'))
    await copyFile(join(root, 'LICENSE'), join(stage, 'LICENSE'))
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: stage,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

const action = join(folder, 'twofold-action')
execFileSync(process.execPath, [join(root, 'cli/scripts/build.ts'), 'action', action], { stdio: 'inherit' })
await copyFile(join(root, 'LICENSE'), join(action, 'LICENSE'))

const extension = join(folder, 'twofold-extension')
execFileSync(process.execPath, [join(root, 'extension/scripts/build.ts'), extension, `${extension}.zip`], { stdio: 'inherit' })
