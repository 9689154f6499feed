import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { addKey, listKeys } from '@twofold/contract/keys'
import { signUp } from '@twofold/contract/sessions'
import { expect, onTestFinished, vi } from 'vitest'
import { findPort } from '../platform/testing/ports.ts'
import { superviseService } from './releases.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'

const makeFolder = () => mkdtemp(join(tmpdir(), 'twofold-upgrade-'))

/** The release of that archive, unpacked beside a link, serving, with a person whose keys are written all the time. */
export async function installRelease(archive: string, { isStubborn = false } = {}) {
  const [folder, data] = [await makeFolder(), await makeFolder()]
  onTestFinished(() => Promise.all([folder, data].map((path) => rm(path, { recursive: true, force: true }))).then(() => {}))
  execFileSync('tar', ['--zstd', '-xf', archive, '-C', folder])
  await symlink(basename(archive, '.tar.zst'), join(folder, 'current'))
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const administrator = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: testPassword }
  const env = {
    ...administrator,
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: url,
  }
  const service = await superviseService(join(folder, 'current/bin/twofold'), env, { isStubborn })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await vi.waitFor(async () => expect({ isReady: await isReady(), log: service.log() }).toMatchObject({ isReady: true }), 120_000)
  const body = {
    name: 'Ann',
    email: 'ann@example.org',
    password: testPassword,
    password_confirmation: testPassword,
    pin: testPin,
  }
  const token = (await createClient(url).call(signUp, { body })).body.access_token ?? ''
  const ann = createPerson(url, '', token)

  const load = { acknowledged: [] as string[], isOver: false, longestGapMs: 0 }
  let writtenAt = performance.now()
  const working = (async () => {
    for (let turn = 0; !load.isOver; turn += 1) {
      const name = `Key ${turn}`
      try {
        const { status } = await ann.call(addKey, { body: { name, secret: 'GEZDGNBVGY3TQOJQ' } })
        if (status === 201) {
          load.acknowledged.push(name)
          load.longestGapMs = Math.max(load.longestGapMs, performance.now() - writtenAt)
          writtenAt = performance.now()
        }
      } catch {
        // Between a stop and a start nobody listens: nothing was acknowledged.
      }
      await new Promise((resolve) => setTimeout(resolve, 250)) // under the limit of writes a minute
    }
  })()
  onTestFinished(async () => {
    load.isOver = true
    await working
  })

  /** In a group of its own, so that it can be killed with all that it started. */
  function begin(twofold: string, input: string[], restart = service.restart) {
    const child = spawn(twofold, ['upgrade', ...input, '--restart', restart], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const run = {
      output: '',
      code: null as number | null,
      kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
      ended: once(child, 'exit'),
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (run.output += chunk.toString()))
    child.on('exit', (code) => (run.code = code))
    return run
  }
  async function upgrade(...input: string[]) {
    const run = begin(join(folder, 'current/bin/twofold'), input)
    await run.ended
    return run
  }
  return {
    folder,
    data,
    service,
    env,
    load,
    isReady,
    begin,
    upgrade,
    /** Until writes are acknowledged again. Returns the longest time in milliseconds without one so far. */
    async untilWritten() {
      const before = load.acknowledged.length
      await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before + 3), 120_000)
      return load.longestGapMs
    },
    current: () => readlink(join(folder, 'current')),
    /** Everything that was acknowledged is there, and nodes of this version serve. */
    async requireNothingLost() {
      load.isOver = true
      await working
      const { body: list, status } = await ann.call(listKeys, {})
      expect(status).toBe(200)
      const kept = new Set(list.own_keys.map(({ name }) => name))
      expect(load.acknowledged.filter((name) => !kept.has(name))).toEqual([])
      expect(load.acknowledged.length).toBeGreaterThan(10)
    },
  }
}
