import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallResponse } from '@twofold/contract/endpoint'
import { signUp } from '@twofold/contract/sessions'
import { getTake, takeCode } from '@twofold/contract/takes'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createClient, createPerson, testPassword, testPin } from '../testing/start-test-app.ts'

/* The proof of exclusive codes, on the real clock and over several processes: a row of `code_leases` is the only thing that hands out a window. */

const script = join(import.meta.dirname, 'testing/node-process.ts')
const [people, keys, takesEach, kills] = [100, 20, 10, 60]
const takes = people * takesEach

type Take = CallResponse<typeof takeCode>['take']

async function startInstallation() {
  const { connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-takes-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { host, port, user, password, database } = connection
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
  }

  async function startNode() {
    const child = fork(script, [JSON.stringify(env)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const ended = once(child, 'exit')
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    onTestFinished(kill)
    const [address] = (await Promise.race([once(child, 'message'), ended])) as [string]
    return { url: new URL(address).origin, kill }
  }
  return { connection, startNode }
}

test('1,000 takes of 20 keys over 3 processes and 60 kills: no window twice, and nobody before whoever asked earlier', async () => {
  const { connection, startNode } = await startInstallation()
  const nodes = [await startNode(), await startNode(), await startNode()]
  const anyUrl = () => nodes[Math.floor(Math.random() * nodes.length)]?.url ?? ''

  const everybody = []
  for (let number = 0; number < people; number += 1) {
    const email = `person-${number}@example.org`
    const body = { name: `Person ${number}`, email, password: testPassword, password_confirmation: testPassword, pin: testPin }
    const answer = await createClient(nodes[0]?.url ?? '').call(signUp, { body })
    everybody.push({ email, token: answer.body.access_token ?? '' })
  }
  const [owner, ...others] = everybody
  const ann = createPerson(nodes[0]?.url ?? '', owner?.email ?? '', owner?.token ?? '')
  const ids: string[] = []
  for (let number = 0; number < keys; number += 1) ids.push((await ann.addKey(`Key ${number}`, { period: 1 })).key.id)
  for (const id of ids) for (const { email } of others) await ann.share(id, email)

  let handed = 0
  /** Asks until there is a code, at whatever node answers. */
  async function takeOne(token: string, id: string, run: string): Promise<Take> {
    let known: string | undefined
    for (;;) {
      try {
        const person = createPerson(anyUrl(), '', token)
        const { status, body } =
          known === undefined
            ? await person.call(takeCode, { params: { id }, body: { wait_seconds: 600 } }, { 'idempotency-key': run })
            : await person.call(getTake, { params: { id: known }, query: { hold_seconds: 20 } })
        if (status === 410) {
          // It was handed while the node that held the call was killed; its window is kept in the row all the same.
          handed += 1
          return { id: known ?? '', key_id: id, state: 'handed', deadline: '' }
        }
        if (status !== 200 && status !== 202) throw new Error(`${status} ${body.code}`)
        known = body.take.id
        if (body.take.state === 'handed') {
          handed += 1
          return body.take
        }
      } catch (error) {
        // Killed in the middle of the answer, or not yet listening.
        if (!(error instanceof TypeError)) throw error
      }
    }
  }
  const all = everybody.flatMap(({ token }, person) =>
    Array.from({ length: takesEach }, (_, index) => takeOne(token, ids[index % keys] ?? '', `run-${person}-${index}`)),
  )
  const results = Promise.all(all)
  for (let kill = 0; kill < kills; kill += 1) {
    const index = kill % nodes.length
    await nodes[index]?.kill()
    nodes[index] = await startNode()
  }
  console.log(`${handed} of ${takes} codes were handed out while processes were killed`)
  expect(await results).toHaveLength(takes)

  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ key_id: string; time_window: string }>(
    `select key_id, time_window from code_takes where state = 'handed' order by key_id, seq`,
  )
  await client.end()
  expect(rows).toHaveLength(takes)
  for (const [key, group] of Map.groupBy(rows, ({ key_id: id }) => id)) {
    const windows = group.map(({ time_window: window }) => Number(window))
    expect(new Set(windows).size, `windows of ${key}`).toBe(windows.length)
    expect(windows, `order of ${key}`).toEqual(windows.toSorted((a, b) => a - b))
    const span = Math.max(...windows) - Math.min(...windows) + 1
    console.log(`${windows.length} of ${span} windows used`)
  }
})
