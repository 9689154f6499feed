import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { version } from '../platform/version.ts'

const root = join(import.meta.dirname, '../../..')
const nameOf = (of: string) => `twofold-${of}-${process.platform}-${process.arch}`

/** The release of these sources, as `npm run release` makes it. */
export function makeRelease(): { tree: string; archive: string } {
  execFileSync(process.execPath, ['tools/release/main.ts', '--archive'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const tree = join(root, '.cache', 'release', nameOf(version))
  return { tree, archive: `${tree}.tar.zst` }
}

/** A later release of the same sources: another version, and what `change` does to its tree. Returns the archive, beside its sums. */
export async function makeLaterRelease(tree: string, later: string, folder: string, change: (tree: string) => Promise<void>) {
  const name = nameOf(later)
  const made = join(folder, name)
  await mkdir(folder, { recursive: true })
  await cp(tree, made, { recursive: true, verbatimSymlinks: true })
  const files = ['package.json', 'server/src/platform/version.ts']
  for (const file of await readdir(join(made, 'server', 'dist'))) if (file.endsWith('.mjs')) files.push(`server/dist/${file}`)
  for (const file of files) {
    const text = await readFile(join(made, file), 'utf8')
    await writeFile(join(made, file), text.replaceAll(new RegExp(`(["'\`])${version.replaceAll('.', '\\.')}\\1`, 'g'), `$1${later}$1`))
  }
  await change(made)
  const tar = execFileSync('tar', ['-c', '-C', folder, name], { maxBuffer: 2 ** 30 })
  await rm(made, { recursive: true })
  const bytes = zstdCompressSync(tar, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  const archive = join(folder, `${name}.tar.zst`)
  await writeFile(archive, bytes)
  await writeFile(join(dirname(archive), 'SHA256SUMS'), `${createHash('sha256').update(bytes).digest('hex')}  ${basename(archive)}\n`)
  return archive
}

/**
 * A service manager for `program serve`: starts it, stops it gracefully, and restarts it on the command `restart`. `isStubborn`: it restarts a
 * process that ended by itself, without end.
 */
export async function superviseService(program: string, env: Record<string, string>, { isStubborn = false } = {}) {
  let child: ChildProcess | undefined
  let log = ''
  let isWanted = true
  const start = () => {
    isWanted = true
    const started = spawn(program, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
    if (isStubborn) started.once('exit', () => setTimeout(() => isWanted && child === started && start(), 500))
  }
  const stop = async () => {
    isWanted = false
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const door = createServer((_request, response) => {
    void stop().then(() => {
      start()
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  onTestFinished(async () => {
    await stop()
    door.close()
  })
  start()
  const { port } = door.address() as AddressInfo
  return {
    log: () => log,
    /** Ends it as a power failure would. */
    kill: () => void child?.kill('SIGKILL'),
    restart: `"${process.execPath}" -e "await fetch('http://127.0.0.1:${port}')"`,
  }
}
