import { editKey } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing'
import type { Take } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { makeServiceAccount, makeToken } from '../machines/testing/make-token.ts'
import { startTestApp } from '../testing/start-test-app.ts'

/* Random takes, looks, cancellations, approvals, copies and turns, and a model of what may come of them. */

const steps = 10_000
/** Milliseconds after which a take that nobody asks about is passed over. */
const abandonedAfter = 10_000

type Client = Pick<Awaited<ReturnType<typeof makeToken>>, 'send'>
type Answer = { take?: Take; code?: string }

/** What the model knows of a take. */
interface Known {
  id: string
  taker: number
  key: string
  state: Take['state']
  /** The order of asking, and when it was asked about last. */
  order: number
  seenAt: number
  code: number | undefined
}

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function start() {
  const app = await startTestApp({ now: Date.parse('2026-11-23T09:00:02Z') })
  const people = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const [ann] = people as [(typeof people)[0]]
  const owner = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const account = await makeServiceAccount(app, owner)
  const keys: string[] = []
  for (const fields of [{}, {}, { type: 'hotp' as const }]) {
    const { key } = await ann.addKey(`Key ${keys.length}`, fields)
    keys.push(key.id)
    for (const { email } of people.slice(1)) await ann.share(key.id, email)
    await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id, approval: 'each' } })
  }
  await ann.call(editKey, { params: { id: keys[0] ?? '' }, body: { exclusive: true } })
  const svc = await makeToken(app, {
    kind: 'svc',
    owner: account.id,
    scopes: ['codes:take'],
    created_by: owner,

    expires_at: new Date(app.clock.now() + 864_000_000),
  })
  const takers: Client[] = [...people, svc]
  return { app, ann, keys, takers }
}

test(`${steps} random steps: no code twice, none that was copied before, nobody before whoever asked earlier, and what is over stays over`, async () => {
  const { app, ann, keys, takers } = await start()
  const random = createRandom(20_261_124)
  const pick = <One>(all: readonly One[]): One => all[Math.floor(random() * all.length)] as One
  const known = new Map<string, Known>()
  const [given, copied] = [new Set<string>(), new Set<string>()]
  const counts: Record<string, number> = {}
  const live = () => [...known.values()].filter(({ state }) => state === 'queued' || state === 'awaiting_approval')

  /** What an answer says of a take, against what may be. */
  function learn(taker: number, take: Take) {
    const before = known.get(take.id)
    const now = app.clock.now()
    const one: Known = before ?? { id: take.id, taker, key: take.key_id, state: 'queued', order: known.size, seenAt: now, code: undefined }
    if (before !== undefined && before.state !== 'queued' && before.state !== 'awaiting_approval')
      expect([take.id, take.state]).toEqual([take.id, before.state])
    counts[take.state] = (counts[take.state] ?? 0) + 1
    Object.assign(one, { state: take.state, seenAt: now })
    known.set(take.id, one)
    const code = take.window ?? take.counter
    if (take.state !== 'handed' || code === undefined || one.code !== undefined) return
    one.code = code
    const name = `${take.key_id} ${code}`
    expect([name, given.has(name), copied.has(name)]).toEqual([name, false, false])
    given.add(name)
    const passedOver = [...known.values()].filter(
      (other) => other.key === one.key && other.order < one.order && other.state === 'queued' && now - other.seenAt < abandonedAfter,
    )
    expect(passedOver.map(({ order }) => [order, one.order])).toEqual([])
  }

  const acts: Record<string, () => Promise<number>> = {
    async take() {
      const taker = Math.floor(random() * takers.length)
      const body = { wait_seconds: 900, hold_seconds: 0, min_valid_seconds: 1 }
      const { status, body: answer } = await (takers[taker] as Client).send<Answer>('POST', `/api/keys/${pick(keys)}/take`, { body })
      if (answer.take !== undefined) learn(taker, answer.take)
      return status
    },
    async look() {
      // Those who wait ask again and again, whoever asked first before the others.
      for (const { id, taker } of live()) {
        const { status, body } = await (takers[taker] as Client).send<Answer>('GET', `/api/takes/${id}?hold_seconds=0`)
        if (body.take !== undefined) learn(taker, body.take)
        else if (status < 500) Object.assign(known.get(id) ?? {}, { state: 'ended' })
        if (status >= 500) return status
      }
      return 200
    },
    async cancel() {
      const one = pick(live())
      if (one === undefined) return 200
      const { status, body } = await (takers[one.taker] as Client).send<Answer>('DELETE', `/api/takes/${one.id}`)
      if (body.take !== undefined) learn(one.taker, body.take)
      return status
    },
    async decide() {
      const one = pick(live().filter(({ state }) => state === 'awaiting_approval'))
      if (one === undefined) return 200
      await ann.enterPin()
      const { body } = await ann.send<{ data: { id: string; number: number }[] }>('GET', '/api/takes/approvals')
      const asked = body.data.find(({ id }) => id === one.id)
      if (asked === undefined) return 200
      // Three denials within an hour suspend the service account.
      const isYes = (counts['denied'] ?? 0) > 0 || random() < 0.9
      const act = isYes ? 'approve' : 'deny'
      const { status } = await ann.send('POST', `/api/takes/${one.id}/${act}`, isYes ? { body: { number: asked.number } } : {})
      const told = isYes ? 'approved' : 'denied'
      if (status === 200) counts[told] = (counts[told] ?? 0) + 1
      return status
    },
    async copy() {
      const [id, which] = [keys[1] ?? '', pick(['current', 'next'] as const)]
      const window = Math.floor(app.clock.now() / 30_000) + (which === 'next' ? 1 : 0)
      const { status } = await pick(takers.slice(0, 3)).send('POST', `/api/keys/${id}/copied`, { body: { code: which } })
      if (status === 200) copied.add(`${id} ${window}`)
      return status
    },
    async turn() {
      return (await pick(takers.slice(0, 3)).send('POST', `/api/keys/${keys[1] ?? ''}/turn`)).status
    },
    wait() {
      app.clock.advance(Math.floor(random() * 8000))
      return Promise.resolve(200)
    },
  }
  const often = ['take', 'take', 'look', 'look', 'look', 'cancel', 'decide', 'decide', 'copy', 'turn', 'wait', 'wait']
  for (let step = 0; step < steps; step += 1) {
    const name = pick(often)
    const status = await acts[name]?.()
    expect([step, name, status !== undefined && status < 500], String(status)).toEqual([step, name, true])
  }
  console.log(counts, `${given.size} codes`)
  expect(given.size).toBeGreaterThan(steps / 100)
  for (const state of ['queued', 'awaiting_approval', 'handed', 'cancelled', 'denied', 'approved'])
    expect(counts[state] ?? 0, state).toBeGreaterThan(0)
})
