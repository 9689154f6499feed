import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const script = join(import.meta.dirname, 'systemd-machine.sh')
/** Packages of Debian 12 on a machine of its own, and those that the document uses. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'libstdc++6', 'sudo', 'procps']
const startsWithinMs = 120_000

/** Why it cannot run here; undefined: it can. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root'
  const missing = ['mmdebstrap', 'unshare', 'nsenter'].filter((program) => spawnSync(program, ['--version']).error !== undefined)
  return missing.length === 0 ? undefined : `${missing.join(', ')} is not installed here`
}

/**
 * A Debian 12 whose systemd really runs, in namespaces of this machine. `cache` keeps its root between calls. `run` runs a line of shell in it as
 * root.
 */
export async function startMachine(cache: string) {
  const place = await mkdtemp(join(tmpdir(), 'twofold-debian-'))
  const root = join(place, 'root')
  const tar = join(cache, 'debian-12.tar')
  if (!existsSync(tar)) await makeRoot(tar)
  await mkdir(root)
  execFileSync('tar', ['-xf', tar, '-C', root])
  await writeFile(join(root, 'etc/hostname'), 'debian\n')
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost debian\n')
  const child = spawn('sh', [script, root], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(place, { recursive: true, force: true })
  }
  async function enter() {
    const [, first] = /^(\d+)/.exec(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '')) ?? []
    if (first === undefined) return undefined
    const into = ['--target', first, '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--net', '--']
    const bare = [
      'env',
      '-i',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      'HOME=/root',
      'LANG=C.UTF-8',
      'EDITOR=true',
      'DEBIAN_FRONTEND=noninteractive',
    ]
    return (line: string) => {
      const { status, stdout, stderr } = spawnSync('nsenter', [...into, ...bare, 'bash', '-ec', `cd /root\n${line}`], { encoding: 'utf8' })
      return { status, output: `${stdout}${stderr}`, stdout }
    }
  }
  const until = performance.now() + startsWithinMs
  for (;;) {
    const run = await enter()
    const state = run?.('systemctl is-system-running || true').stdout.trim()
    if (run !== undefined && (state === 'running' || state === 'degraded')) return { root, run, stop }
    if (performance.now() > until || child.exitCode !== null) {
      await stop()
      throw new Error(`systemd does not start in a namespace of this machine (${state ?? 'it ended'}).`)
    }
    await pause(250)
  }
}

async function makeRoot(tar: string) {
  await mkdir(dirname(tar), { recursive: true })
  const without = ['man', 'locale', 'doc'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`)
  const list = ['--quiet', '--mode=root', '--variant=minbase', `--include=${packages.join(',')}`, ...without, 'bookworm', `${tar}.new.tar`]
  execFileSync('mmdebstrap', list, { stdio: ['ignore', 'ignore', 'inherit'] })
  await rename(`${tar}.new.tar`, tar)
}
