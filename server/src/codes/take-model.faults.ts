import { editKey } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing/grants'
import type { Take } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { makeServiceAccount, makeToken } from '../machines/testing/make-token.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { createTakeModel, type Expected, type ModelKey } from './testing/take-model.ts'

/* Row 10 of programs.md §8: random takes, looks, cancellations, approvals, copies, turns and steps of the clock, beside a model that says what each answer is. */

const steps = 10_000
const seed = Number(process.env['SEED'] ?? 20_261_125)

interface Answer {
  take?: Take
  code?: string
  taken_by?: string
  reserved_by?: string
  given_back?: boolean
}

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom(state: number): () => number {
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function start() {
  const app = await startTestApp({ now: Date.parse('2026-11-23T09:00:02Z'), rateLimitFactor: 1000 })
  const people = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const [ann] = people as [(typeof people)[0]]
  const owner = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const account = await makeServiceAccount(app, owner)
  const [ids, keys]: [string[], ModelKey[]] = [[], []]
  for (const fields of [{ isExclusive: true }, { period: 30 }, { period: 60 }, { type: 'hotp' as const }]) {
    const { isExclusive = false, ...body } = fields as { isExclusive?: boolean; period?: number; type?: 'hotp' }
    const { key } = await ann.addKey(`Key ${ids.length}`, body)
    ids.push(key.id)
    keys.push({ period: body.type === 'hotp' ? null : (body.period ?? 30), isExclusive })
    for (const { email } of people.slice(1)) await ann.share(key.id, email)
    await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id, approval: 'each' } })
    if (isExclusive) await ann.call(editKey, { params: { id: key.id }, body: { exclusive: true } })
  }
  // The codes that lists showed before the key became exclusive are over.
  app.clock.advance(60_000)
  const program = await makeToken(app, {
    kind: 'svc',
    owner: account.id,
    scopes: ['codes:take'],
    created_by: owner,
    expires_at: new Date(app.clock.now() + 864_000_000),
  })
  const takers = [...people.map((person) => ({ name: person.email, isProgram: false })), { name: 'Deploy bot', isProgram: true }]
  return { app, ann, ids, clients: [...people, program], model: createTakeModel(keys, takers) }
}

/** The model's term for an answer. */
function seen(expected: Expected, { status, body }: { status: number; body: Answer }): Expected {
  const { take } = body
  return {
    status,
    ...(status < 300 ? {} : { code: body.code ?? '' }),
    ...(take && { state: take.state }),
    ...(take?.window !== undefined && { window: take.window }),
    ...(take?.counter !== undefined && { counter: take.counter }),
    ...(take?.position !== undefined && { position: take.position }),
    ...(take?.estimated_at !== undefined && { estimatedAt: Date.parse(take.estimated_at) }),
    ...(expected.isTaken !== undefined && { isTaken: body.taken_by !== undefined }),
    ...(expected.isReserved !== undefined && { isReserved: body.reserved_by !== undefined }),
    ...(body.given_back !== undefined && { givenBack: body.given_back }),
  }
}

test(`${steps} random steps: every answer about exclusive codes is the one that the model says`, async () => {
  const { app, ann, ids, clients, model } = await start()
  const random = createRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <One>(all: readonly One[]): One | undefined => all[below(all.length)]
  const codes = new Map<string, string>()
  const counts: Record<string, number> = {}
  let step = 0

  const send = (taker: number, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    (clients[taker] as (typeof clients)[0]).send<Answer>(method, `/api${path}`, body && { body })

  function compare(act: string, expected: Expected, answer: Awaited<ReturnType<typeof send>>) {
    const shown = seen(expected, answer)
    expect([step, act, shown], JSON.stringify(answer.body)).toEqual([step, act, expected])
    const what = `${act} ${expected.status} ${expected.state ?? expected.code ?? ''}`
    counts[what] = (counts[what] ?? 0) + 1
    const { take } = answer.body
    if (take?.code === undefined) return
    // The same take always has the same code, and no other take has it.
    const place = `${take.key_id} ${take.window ?? take.counter}`
    expect([place, codes.get(place) ?? take.id]).toEqual([place, take.id])
    codes.set(place, take.id)
  }

  const anyTake = () =>
    pick(random() < 0.8 ? model.takes.filter(({ state }) => state === 'queued' || state === 'awaiting_approval') : model.takes)
  const acts: Record<string, () => Promise<void>> = {
    async ask() {
      const [taker, key] = [below(clients.length), below(ids.length)]
      const wait = pick([0, 5, 40, 120, 900]) ?? 0
      const margin = pick([1, 1, 5, 12, 20, 29, 30]) ?? 1
      const body = { wait_seconds: wait, hold_seconds: 0, min_valid_seconds: margin }
      const answer = await send(taker, 'POST', `/keys/${ids[key]}/take`, body)
      compare('ask', model.ask(taker, key, { wait, margin }, answer.body.take?.id), answer)
      const asked = model.takes.at(-1)
      // A take that is over at once with a refusal has an id all the same, which its list tells.
      if (asked?.id === '') asked.id = (await newestOf(taker)) ?? ''
    },
    async look() {
      const take = anyTake()
      if (take) compare('look', model.look(take), await send(take.taker, 'GET', `/takes/${take.id}?hold_seconds=0`))
    },
    async lookAtAll() {
      const waiting = model.takes.filter(({ state }) => state === 'queued' || state === 'awaiting_approval')
      for (const take of random() < 0.5 ? waiting : waiting.toReversed())
        compare('look', model.look(take), await send(take.taker, 'GET', `/takes/${take.id}?hold_seconds=0`))
    },
    async cancel() {
      const take = anyTake()
      if (take) compare('cancel', model.cancel(take), await send(take.taker, 'DELETE', `/takes/${take.id}`))
    },
    async decide() {
      const take = pick(model.takes.filter(({ state }) => state === 'awaiting_approval'))
      if (!take) return
      await ann.enterPin()
      const isYes = model.denialsLeft() === 0 || random() < 0.8
      const { approval_number: number } = await app.db
        .selectFrom('code_takes')
        .select('approval_number')
        .where('id', '=', take.id)
        .executeTakeFirstOrThrow()
      const answer = await send(0, 'POST', `/takes/${take.id}/${isYes ? 'approve' : 'deny'}`, isYes ? { number } : undefined)
      compare(isYes ? 'approve' : 'deny', model.decide(take, isYes), answer)
    },
    async copy() {
      const [taker, key, which] = [below(3), below(ids.length), pick(['current', 'next'] as const) ?? 'current']
      const answer = await send(taker, 'POST', `/keys/${ids[key]}/copied`, { code: which })
      compare('copy', model.copy(taker, key, which), answer)
    },
    async turn() {
      const [taker, key] = [below(3), below(ids.length)]
      compare('turn', model.turn(taker, key), await send(taker, 'POST', `/keys/${ids[key]}/turn`))
    },
    async giveBack() {
      const [taker, key] = [below(3), below(ids.length)]
      compare('give back', model.giveBack(taker, key), await send(taker, 'DELETE', `/keys/${ids[key]}/turn`))
    },
    // The database's clock may be set back after a failover.
    clock: () => Promise.resolve(app.clock.advance(random() < 0.05 ? -below(45_000) : below(9000))),
  }
  async function newestOf(taker: number) {
    const { body } = await (clients[taker] as (typeof clients)[0]).send<{ data: Take[] }>('GET', '/api/takes')
    return body.data[0]?.id
  }

  const often = [
    'ask',
    'ask',
    'ask',
    'look',
    'look',
    'lookAtAll',
    'cancel',
    'decide',
    'copy',
    'turn',
    'giveBack',
    'clock',
    'clock',
    'clock',
  ]
  for (; step < steps; step += 1) {
    model.setTime(app.clock.now())
    await acts[pick(often) ?? '']?.()
  }
  console.log(counts, `${codes.size} codes`)
  for (const what of [
    'ask 200 handed',
    'ask 202 queued',
    'look 409 takes.timed_out',
    'look 200 abandoned',
    'look 410 takes.code_gone',
    'approve 200 ',
  ])
    expect(counts[what] ?? 0, what).toBeGreaterThan(0)
})
