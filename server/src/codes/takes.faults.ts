import type { CallResponse } from '@twofold/contract/endpoint'
import { getTake, takeCode } from '@twofold/contract/takes'
import { createToken } from '@twofold/contract/tokens'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createPerson } from '../testing/start-test-app.ts'
import { joinNode, startNodes } from './testing/take-nodes.ts'

/* The proof of exclusive codes, on the real clock and over several processes: a row of `code_leases` is the only thing that hands out a window. */

/** Ten takes of a token wait at most, and a key is shared with twenty strangers within an hour. */
const [people, tokensEach, takesEach, keys, kills] = [20, 5, 10, 20, 60]
const takes = people * tokensEach * takesEach
/** Seconds. Long enough for a client of a killed node to reconnect to another one within the window, even on two cores. */
const period = 6

/** Codes of errors of a connection to a node that was killed. */
const broken = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE'])

type Take = CallResponse<typeof takeCode>['take']

test('1,000 takes of 20 keys over 3 processes and 60 kills: no window twice, nobody before somebody who asked earlier, and 99 % of windows used', async () => {
  const { connection, startNode } = await startNodes()
  const nodes = [await startNode(), await startNode(), await startNode()]
  const anyUrl = () => nodes[Math.floor(Math.random() * nodes.length)]?.url ?? ''

  const everybody = []
  for (let number = 0; number < people; number += 1) everybody.push(await joinNode(nodes[0]?.url ?? '', `person-${number}@example.org`))
  const [ann, ...others] = everybody as [(typeof everybody)[0], ...typeof everybody]
  const ids: string[] = []
  for (let number = 0; number < keys; number += 1) ids.push((await ann.addKey(`Key ${number}`, { period })).key.id)
  for (const id of ids) for (const { email } of others) await ann.share(id, email)
  const tokens: string[] = []
  for (const person of everybody) {
    await person.enterPin()
    for (let number = 0; number < tokensEach; number += 1) {
      const body = { name: `Token ${number}`, scopes: ['codes:take' as const], expires_in_days: 1 }
      tokens.push((await person.call(createToken, { body })).body.secret ?? '')
    }
  }

  let handed = 0
  /** Asks until there is a code, at whatever node answers. */
  async function takeOne(token: string, id: string, run: string): Promise<Take> {
    let known: string | undefined
    for (;;) {
      try {
        const person = createPerson(anyUrl(), '', token)
        const { status, body } =
          known === undefined
            ? await person.call(takeCode, { params: { id }, body: { wait_seconds: 900, min_valid_seconds: 1 } }, { 'idempotency-key': run })
            : await person.call(getTake, { params: { id: known }, query: { hold_seconds: 20 } })
        if (status === 410) {
          // It was handed out while the node with the call was killed; its window is stored in the row anyway.
          handed += 1
          return { id: known ?? '', key_id: id, state: 'handed', deadline: '' }
        }
        // Busy with those whose node was killed.
        if (status === 503) continue
        if (status !== 200 && status !== 202) throw new Error(`${status} ${body.code}`)
        known = body.take.id
        if (body.take.state === 'handed') {
          handed += 1
          return body.take
        }
      } catch (error) {
        // Killed in the middle of the answer, or not yet listening.
        if (!broken.has(String((error as NodeJS.ErrnoException).code))) throw error
      }
    }
  }
  const all = tokens.flatMap((token, at) =>
    Array.from({ length: takesEach }, (_, count) => takeOne(token, ids[(at * takesEach + count) % keys] ?? '', `run-${at}-${count}`)),
  )
  const results = Promise.all(all)
  for (let kill = 0; kill < kills; kill += 1) {
    // Spread over the whole time in which codes are handed out.
    await vi.waitUntil(() => handed >= (takes * kill) / kills, { timeout: 120_000, interval: 20 })
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
  let spans = 0
  for (const [key, group] of Map.groupBy(rows, ({ key_id: id }) => id)) {
    const windows = group.map(({ time_window: window }) => Number(window))
    expect(new Set(windows).size, `windows of ${key}`).toBe(windows.length)
    expect(windows, `order of ${key}`).toEqual(windows.toSorted((a, b) => a - b))
    spans += Math.max(...windows) - Math.min(...windows) + 1
  }
  console.log(`${takes} of ${spans} windows used`)
  expect(takes / spans).toBeGreaterThanOrEqual(0.99)
})
