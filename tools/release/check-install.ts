import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../process.mjs'
import { installedPackages } from './packages.ts'

interface Forms {
  archive: string
  npm: string
  folder: string
}

const mostLines = 10
/** Of what `npm start` installs in a checkout. */
const mostInstalled = { packages: 500, megabytes: 560 }
/** Milliseconds: a checkout installs and builds first. */
const startedWithin = 600_000

/** The first commands of each way in docs/install.md, by its heading. */
export async function readWays(): Promise<Map<string, string>> {
  const text = await readFile(join(root, 'docs', 'install.md'), 'utf8')
  const sections = text.split(/^## /m).slice(1)
  return new Map(
    sections.flatMap((section) => {
      const [heading = ''] = section.split('\n')
      const block = /^```sh\n(.*?)^```$/ms.exec(section)?.[1]
      return block === undefined ? [] : [[heading, block]]
    }),
  )
}

/**
 * Follows docs/install.md word for word, each way in an empty folder with the files it speaks of, until the set-up link is there and the page to sign
 * in as well. The Debian package is followed in a machine of its own (check-deb.ts); of the container, which needs an engine, only the length is looked at.
 */
export async function checkInstall({ archive, npm, folder }: Forms, report: (isKept: boolean, sentence: string) => void) {
  const ways = await readWays()
  for (const [heading, block] of ways) {
    const lines = block.trim().split('\n').length
    if (heading !== 'Making a release') report(lines <= mostLines, `docs/install.md, ${heading}: ${lines} lines (at most ${mostLines})`)
  }
  const sums = join(folder, 'SHA256SUMS')
  await follow('From a checkout', [], (place) => checkDiet(join(place, 'twofold'), report))
  await follow('From the archive', [archive, sums])
  await follow('From the npm package', [npm])

  async function follow(heading: string, files: string[], look?: (place: string) => Promise<void>) {
    const block = ways.get(heading)
    if (block === undefined) return report(false, `docs/install.md has no commands under ${heading}`)
    const place = await mkdtemp(join(tmpdir(), 'twofold-install-'))
    try {
      for (const file of files) await copyFile(file, join(place, basename(file)))
      await writeFile(join(place, 'follow.sh'), `set -e\n${block.replace('<this repository>', `'${root}'`)}`)
      report(...(await run(heading, place)))
      await look?.(place)
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }
}

async function checkDiet(checkout: string, report: (isKept: boolean, sentence: string) => void) {
  const folders = ['.', 'server', 'contract', 'web'].map((workspace) => join(checkout, workspace, 'node_modules')).filter(existsSync)
  const packages = (await Promise.all(folders.map(installedPackages))).flat().length
  const sizes = execFileSync('du', ['-scm', ...folders], { encoding: 'utf8' })
  const megabytes = Number(/^(\d+)\ttotal$/m.exec(sizes)?.[1])
  report(
    packages <= mostInstalled.packages && megabytes <= mostInstalled.megabytes,
    `npm start installs ${packages} packages, ${megabytes} MB (at most ${mostInstalled.packages} and ${mostInstalled.megabytes})`,
  )
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The shell ends at once, and the server when it has stopped its database, which still writes. */
async function untilGone(group: number) {
  try {
    for (;;) {
      process.kill(-group, 0)
      await pause(100)
    }
  } catch {
    // Nobody is left in it.
  }
}

async function run(heading: string, place: string): Promise<[boolean, string]> {
  const { npm_config_local_prefix: _prefix, INIT_CWD: _cwd, NODE_PATH: _path, ...inherited } = process.env
  const env = { ...inherited, PORT: String(await freePort()), HOST: '127.0.0.1' }
  const child = spawn('bash', ['follow.sh'], { cwd: place, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let output = ''
  const address = await new Promise<string | undefined>((resolve) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /(https?:\/\/[\w.:[\]-]+)\/setup#token=/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    setTimeout(() => resolve(undefined), startedWithin).unref()
    void ended.then(() => resolve(undefined))
  })
  const status = address === undefined ? undefined : (await fetch(`${address}/login`)).status
  try {
    process.kill(-(child.pid ?? 0), 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
  await ended
  await untilGone(child.pid ?? 0)
  const how = status === 200 ? 'followed word for word, it serves' : `it does not serve:\n${output.slice(-2000)}`
  return [status === 200, `docs/install.md, ${heading}: ${how}`]
}
