import { copiedCode, giveTurnBack, takeTurn } from '@twofold/contract/codes'
import { takeCode } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const windowStart = Date.parse('2026-11-23T09:00:00.000Z')
const shared = shareApp((options) => startTestApp({ now: windowStart + 12_000, ...options }))

async function startSharing() {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann'), await app.signUp('bo@example.org', 'Bo')]
  const { key } = await ann.addKey('Host')
  await ann.share(key.id, bo.email)
  return { app, ann, bo, id: key.id }
}

test('one of several who want the next code gets the turn, the others learn whose it is, and a person who copies it anyway gets a warning', async () => {
  const { app, ann, bo, id } = await startSharing()
  const copyNext = (person: typeof ann) => person.call(copiedCode, { params: { id }, body: { code: 'next' } })
  const answers = await Promise.all([ann, bo].map((person) => person.call(takeTurn, { params: { id } })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [first, second, name] = answers[0]?.status === 200 ? [ann, bo, 'Ann'] : [bo, ann, 'Bo']
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.code).toBe('keys.turn_taken')
  expect(refused?.body.message).toBe(`The next code is already reserved or copied by ${name}.`)
  const turn = { by: name, from: '2026-11-23T09:00:30.000Z', until: '2026-11-23T09:01:00.000Z' }
  expect((await first.call(takeTurn, { params: { id } })).body.turn).toEqual({ ...turn, is_own: true })
  expect((await second.codes())[0]?.turns).toEqual([{ ...turn, is_own: false }])

  expect((await copyNext(second)).body).toEqual({ copied_at: '2026-11-23T09:00:12.000Z', reserved_by: name })
  expect((await copyNext(first)).body.taken_by).toBe(second === ann ? 'Ann' : 'Bo')
  app.clock.advance(60_000)
  expect((await second.codes())[0]?.turns).toBeUndefined()
})

test('a turn can be given back until it begins, and by nobody else', async () => {
  const { app, ann, bo, id } = await startSharing()
  await ann.call(takeTurn, { params: { id } })
  expect((await bo.call(giveTurnBack, { params: { id } })).body.given_back).toBe(false)
  expect((await ann.call(giveTurnBack, { params: { id } })).body.given_back).toBe(true)
  expect((await bo.codes())[0]?.turns).toBeUndefined()
  expect((await bo.call(takeTurn, { params: { id } })).status).toBe(200)
  app.clock.advance(30_000)
  expect((await bo.call(giveTurnBack, { params: { id } })).body.given_back).toBe(false)
})

test('a reserved code that somebody copied is used: it is not given back, so that no program takes it', async () => {
  const { ann, bo, id } = await startSharing()
  for (const copier of [ann, bo]) {
    const { key } = copier === ann ? { key: { id } } : await ann.addKey('Another')
    if (copier === bo) await ann.share(key.id, bo.email)
    await ann.call(takeTurn, { params: { id: key.id } })
    await copier.call(copiedCode, { params: { id: key.id }, body: { code: 'next' } })
    expect((await ann.call(giveTurnBack, { params: { id: key.id } })).body.given_back).toBe(false)
    const { body } = await ann.call(takeCode, { params: { id: key.id }, body: { hold_seconds: 0, min_valid_seconds: 20 } })
    expect(body.take).toMatchObject({ state: 'queued', estimated_at: '2026-11-23T09:01:00.000Z' })
  }
})

test('a stranger reserves nothing, and a counter-based key gives everybody another code', async () => {
  const { app, ann, id } = await startSharing()
  const cy = await app.signUp('cy@example.org')
  expect((await cy.call(takeTurn, { params: { id } })).body.code).toBe('keys.not_found')
  expect((await cy.call(giveTurnBack, { params: { id } })).body.code).toBe('keys.not_found')
  const counter = await ann.addKey('Door', { type: 'hotp' })
  expect((await ann.call(takeTurn, { params: { id: counter.key.id } })).body.code).toBe('keys.counter_based')
})

test('a turn of short windows lasts for as many as fit into its time', async () => {
  const { ann } = await startSharing()
  const { key } = await ann.addKey('Short', { period: 10 })
  expect((await ann.call(takeTurn, { params: { id: key.id } })).body.turn).toMatchObject({
    from: '2026-11-23T09:00:20.000Z',
    until: '2026-11-23T09:00:50.000Z',
  })
})
