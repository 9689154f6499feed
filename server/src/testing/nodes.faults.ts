import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { generateCodes } from '@twofold/contract/codes'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres, type PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import { eventually } from './eventually.ts'
import { findPort } from '../platform/testing/ports.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'

/** `ROUNDS=3 npm run faults -- nodes` for fewer. */
const rounds = Number(process.env['ROUNDS'] ?? 24)
const fates = ['killed', 'frozen', 'partitioned'] as const
const account = { name: 'Ann Example', password: testPassword, password_confirmation: testPassword, pin: testPin }

/** A network path from one node to the database. While it is cut nothing passes and no error is reported, as when a switch fails. */
async function openWay({ host, port }: PostgresConnection) {
  let isCut = false
  const sockets = new Set<Socket>()
  const way = createServer((inner) => {
    const outer = connect(join(host, `.s.PGSQL.${port}`))
    for (const [from, to] of [[inner, outer] as const, [outer, inner] as const]) {
      sockets.add(from)
      from.on('data', (data) => isCut || to.write(data)).on('close', () => isCut || to.destroy())
      from.on('error', () => {})
    }
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    way.close()
  })
  return {
    port: (way.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    /** Data in transit are lost for good, so old connections break. */
    mend() {
      isCut = false
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}

/** A process of its own. */
async function startNode(database: PostgresConnection, MASTER_KEY: string) {
  const way = await openWay(database)
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-node-'))
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const { user, password, database: name } = database
  let child: ChildProcess | undefined
  async function start() {
    child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${way.port}/${name}`,
        DATABASE_POOL: '6',
        MASTER_KEY,
        SIGN_UP: 'open',
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: testPassword,
      },
    })
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
  }
  await start()
  onTestFinished(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    url,
    suffer(fate: (typeof fates)[number]) {
      if (fate === 'partitioned') way.cut()
      else child?.kill(fate === 'killed' ? 'SIGKILL' : 'SIGSTOP')
    },
    async recover(fate: (typeof fates)[number]) {
      if (fate === 'partitioned') way.mend()
      if (fate === 'frozen') child?.kill('SIGCONT')
      if (fate === 'killed') await start()
      await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
    },
  }
}

test(`${rounds} times one of three nodes is killed, frozen or cut off: writes are kept once, and nobody is shown what was taken from them`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-nodes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent'), durable: false })
  onTestFinished(() => server.stop())
  const key = randomBytes(32).toString('base64')
  const first = await startNode(server.owner, key)
  const nodes = [first, await startNode(server.owner, key), await startNode(server.owner, key)]
  const signUpAs = async (email: string) => {
    const { body } = await createClient(first.url).send<{ access_token: string }>('POST', '/api/auth/register', {
      body: { ...account, email },
    })
    return nodes.map(({ url }) => createPerson(url, email, body.access_token))
  }
  const anns = await signUpAs('ann@example.org')
  const bos = await signUpAs('bo@example.org')

  const statuses = new Map<number, number>()
  const wrong: string[] = []
  const writes: string[] = []
  let gaveUp = 0
  /** As a client behind a load balancer does: at the next node, with the same Idempotency-Key, until one says that it is done. */
  async function write(name: string, from: number) {
    for (let turn = from; ; turn += 1) {
      const ann = anns[turn % 3]
      const answer = await ann
        ?.send('POST', '/api/keys', {
          body: { name, secret: 'GEZDGNBVGY3TQOJQ' },
          headers: { 'idempotency-key': name.replaceAll(' ', '-') },
          signal: AbortSignal.timeout(3_000),
        })
        .catch(() => undefined)
      statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1)
      if (answer?.status === 201) return void writes.push(name)
      if (answer === undefined) gaveUp += 1
      else if (![409, 429, 503].includes(answer.status)) return void wrong.push(`a write of ${name}: ${answer.status}`)
      await pause(Number(answer?.headers.get('retry-after') ?? 1) * 1000)
    }
  }

  const writing: Promise<void>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const fate = fates[round % 3] ?? 'killed'
    const victim = nodes[Math.floor(round / 3) % 3]
    const near = [0, 1, 2].find((index) => nodes[index] !== victim) ?? 0
    const { key: shared } = (await anns[near]?.addKey(`shared ${round}`)) ?? {}
    const id = shared?.id ?? ''
    const share = (await anns[near]?.share(id, 'bo@example.org')) ?? ''
    for (const bo of bos) expect((await bo.codes()).map((code) => code.id)).toContain(id)

    // One that a killed node had begun is only done again when its claim is a minute old.
    writing.push(...Array.from({ length: 6 }, (_, index) => write(`round ${round} key ${index}`, index)))
    victim?.suffer(fate)
    // Asked of the one that suffers, before and after it is taken away; a frozen one answers when it wakes up.
    const answers: Promise<void>[] = []
    const ask = (index: number, isLate: boolean) =>
      answers.push(
        (async () => {
          const answer = await bos[index]?.call(generateCodes, {}).catch(() => undefined)
          if (isLate && answer?.status === 200 && answer.body.codes.some((code) => code.id === id)) wrong.push(`${fate} ${round}`)
          if (answer !== undefined && ![200, 503].includes(answer.status)) wrong.push(`${fate} ${round}: ${answer.status}`)
        })(),
      )
    const revoked = await anns[near]?.call(revokeShare, { params: { id, share_id: share } })
    if (revoked?.status !== 200) wrong.push(`${fate} ${round}: not revoked, ${revoked?.status}`)
    for (const index of [0, 1, 2]) ask(index, true)
    await pause(500) // the time that it stays so
    for (const index of [0, 1, 2]) ask(index, true)
    await victim?.recover(fate)
    for (const index of [0, 1, 2]) ask(index, true)
    await Promise.all(answers)
  }

  await Promise.all(writing)

  const client = new pg.Client(server.owner)
  await client.connect()
  const { rows } = await client.query<{ name: string; n: number }>(
    `select name, count(*)::int as n from keys where name like 'round%' group by name`,
  )
  await client.end()
  const stored = new Map(rows.map(({ name, n }) => [name, n]))
  const lost = writes.filter((name) => !stored.has(name))
  const twice = rows.filter(({ n }) => n > 1)
  console.log({
    rounds,
    writes: writes.length,
    lost: lost.length,
    twice: twice.length,
    wrong,
    gaveUp,
    statuses: Object.fromEntries(statuses),
  })
  expect({ lost, twice, wrong }).toEqual({ lost: [], twice: [], wrong: [] })
  expect(writes).toHaveLength(rounds * 6)
})
