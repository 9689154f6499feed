import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import { startNodeProcess } from './node-process.ts'
import { findPort } from '../platform/testing/ports.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'

/** Debian's: apt-get install haproxy. */
const hasProxy = spawnSync('haproxy', ['-v']).error === undefined
if (!hasProxy) console.log('Not run: haproxy is not installed (apt-get install haproxy).')

const requests = 501
const seconds = 60
/** Milliseconds between two looks of the proxy at `/readyz`. */
const checkMs = 500

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-replaced-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function startProxy(ports: readonly string[]) {
  const [port, folder] = [await findPort(), await makeFolder()]
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `global
  maxconn 500
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 10s
  retries 3
  retry-on conn-failure 503
  option redispatch 1
frontend people
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter ${checkMs}ms fall 1 rise 1 check
${ports.map((to) => `  server node-${to} 127.0.0.1:${to}`).join('\n')}
`,
  )
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 100 })
  return url
}

test.skipIf(!hasProxy)(
  `${requests} of ${requests} requests are answered, and nothing is lost, while both nodes behind HAProxy are replaced`,
  async () => {
    const database = await startEmbeddedPostgres({ dataDir: await makeFolder(), log: createLog('silent'), durable: false })
    onTestFinished(() => database.stop())
    const ports = [String(await findPort()), String(await findPort())] as const
    const env = {
      DATABASE_URL: databaseUrl(database.owner),
      MASTER_KEY: randomBytes(32).toString('base64'),
      TRUSTED_PROXIES: '127.0.0.1',
      SIGN_UP: 'open',
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: testPassword,
      // A generous limit, so that the test does not depend on how busy this machine is.
      DATABASE_TIMEOUT_SECONDS: '30',
    }
    const startAt = (PORT: string) => startNodeProcess({ ...env, PORT })
    const nodes = { [ports[0]]: await startAt(ports[0]), [ports[1]]: await startAt(ports[1]) }
    const url = await startProxy(ports)
    const account = { name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
    const { body } = await createClient(url).send<{ access_token: string }>('POST', '/api/auth/register', { body: account })
    const ann = createPerson(url, account.email, body.access_token)

    const failed: string[] = []
    const written: string[] = []
    async function ask(turn: number) {
      const name = `key ${turn}`
      const isWrite = turn % 5 === 0
      try {
        const { status, text } = isWrite
          ? await ann.send('POST', '/api/keys', { body: { name, secret: 'GEZDGNBVGY3TQOJQ' } })
          : await ann.send('GET', '/api/keys/generate-codes')
        if (status !== (isWrite ? 201 : 200)) failed.push(`${turn}: ${status} ${text.slice(0, 200)}`)
        else if (isWrite) written.push(name)
      } catch (error) {
        failed.push(`${turn}: ${String(error)}`)
      }
    }
    const stops: number[] = []
    async function replaceBoth() {
      for (const port of ports) {
        await pause(5000)
        const from = performance.now()
        expect(await nodes[port]?.stop()).toBe(0)
        stops.push((performance.now() - from) / 1000)
        nodes[port] = await startAt(port)
      }
    }
    const replacing = replaceBoth()
    const asking: Promise<void>[] = []
    for (let turn = 0; turn < requests; turn += 1) {
      asking.push(ask(turn))
      await pause((seconds * 1000) / requests)
    }
    await Promise.all([...asking, replacing])
    console.log(
      `${requests} requests, ${failed.length} failed, ${written.length} writes, stops of ${stops.map((each) => each.toFixed(1)).join(' and ')} s`,
    )
    expect(failed).toEqual([])
    const { body: list } = await ann.send<{ own_keys: { name: string }[] }>('GET', '/api/keys')
    const kept = new Set(list.own_keys.map(({ name }) => name))
    expect(written.filter((name) => !kept.has(name))).toEqual([])
    expect(written).toHaveLength(Math.ceil(requests / 5))
  },
)
