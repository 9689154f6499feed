import { expect, test } from 'vitest'
import type { AuditedAct } from '../platform/audit.ts'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { TrustRepository } from './trust.repository.ts'
import { createTrustService } from './trust.service.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 0, 1)
const at = (milliseconds: number) => new Date(now + milliseconds)
const tx = { db: {} as Db }

interface Known {
  hasAnyKey?: boolean
  hasHadKey?: boolean
  uses?: { is_essential: boolean; events: string[] }[]
  hasHandOnTheWay?: boolean
  hasHand?: boolean
  closing?: { codes_closed_until: Date | null; pin_changed_at: Date | null }
  createdAt?: Date
}

/** A service on what the database knows, and what it asked and wrote. */
function start(known: Known = {}) {
  const steps: unknown[] = []
  const answer =
    <T>(name: string, value: T) =>
    (...input: unknown[]) => {
      steps.push([name, ...input])
      return Promise.resolve(value)
    }
  const rows = {
    hasAnyKey: answer('hasAnyKey', known.hasAnyKey ?? true),
    hasHadKey: answer('hasHadKey', known.hasHadKey ?? true),
    findUseOf: answer('findUseOf', known.uses ?? []),
    hasHandOnTheWay: answer('hasHandOnTheWay', known.hasHandOnTheWay ?? false),
    hasHand: answer('hasHand', known.hasHand ?? false),
    findClosing: answer('findClosing', known.closing),
    findCreatedAt: answer('findCreatedAt', known.createdAt),
    put: answer('put', undefined),
    close: answer('close', undefined),
    recordProof: answer('recordProof', undefined),
    removable: (until: Date) => [until],
  } as unknown as TrustRepository
  const trust = createTrustService({ db: tx.db, trust: () => rows, clock: createManualClock(now) })
  const names = () => steps.map((step) => (step as string[])[0])
  return { trust, steps, names }
}

const act = (action: AuditedAct['action'], fields: Partial<AuditedAct> = {}): AuditedAct => ({
  action,
  target: { kind: 'template', id: 'ann' },
  ...fields,
})

test('a hand is kept with whose it was, when, and on what; anything else is not', async () => {
  const { trust, steps } = start()
  await trust.heed(tx.db, act('user.pin_reset'), { id: 'ada', name: 'Ada' } as never)
  await trust.heed(tx.db, act('user.deactivated'), undefined)
  await trust.heed(tx.db, act('email.provider_deleted'), undefined)
  const kept = { id: expect.any(String) as string, happened_at: at(0) }
  expect(steps).toEqual([
    ['put', { ...kept, user_id: 'ann', kind: 'pin_set', by_id: 'ada', by_name: 'Ada' }],
    ['hasAnyKey'],
    ['put', { ...kept, user_id: null, kind: 'provider', by_id: null, by_name: null }],
  ])
})

const template = act('email.template_changed', { after: { subject: 'x' } })
const theme = act('email.theme_changed', { after: { custom_css: 'x' } })

test.each<[string, AuditedAct, Known, boolean]>([
  ['before the first key nothing on e-mail', act('email.provider_deleted'), { hasAnyKey: false }, false],
  ['a template that is used for nothing', template, { uses: [] }, false],
  ['one for what accounts do not depend on', template, { uses: [{ is_essential: false, events: ['key.shared'] }] }, false],
  ['one that is essential by itself', template, { uses: [{ is_essential: true, events: [] }] }, true],
  [
    'one for a mail that accounts depend on, among others',
    template,
    { uses: [{ is_essential: false, events: ['key.shared', 'user.password.reset_requested'] }] },
    true,
  ],
  ['a theme that is used for nothing', theme, { uses: [] }, false],
  ['a theme of what accounts depend on', theme, { uses: [{ is_essential: true, events: [] }] }, true],
  ['all themes at once', act('email.themes_restored'), { uses: [] }, true],
])('%s counts: %j', async (_what, done, known, isKept) => {
  const { trust, steps, names } = start(known)
  await trust.heed(tx.db, done, undefined)
  expect(names().includes('put')).toBe(isKept)
  const asked = steps.find((step) => (step as string[])[0] === 'findUseOf')
  if (asked !== undefined) expect(asked).toEqual(['findUseOf', done === theme ? { theme: 'ann' } : { template: 'ann' }])
})

test('a link proves its address if nobody else had it, and nobody touched its way from a day before it was made', async () => {
  const link = { user_id: 'ann', created_at: at(0), is_handed_over: false }
  expect(await start().trust.isClean(tx, { ...link, is_handed_over: true })).toBe(false)
  expect(await start({ hasHandOnTheWay: true }).trust.isClean(tx, link)).toBe(false)
  const { trust, steps } = start()
  expect(await trust.isClean(tx, link)).toBe(true)
  expect(steps).toEqual([['hasHandOnTheWay', 'ann', at(-day)]])
})

test('closing closes secrets for a day, and codes of whoever has had a key', async () => {
  for (const hasHadKey of [true, false]) {
    const { trust, steps } = start({ hasHadKey })
    await trust.close(tx, 'ann')
    expect(steps.at(-1)).toEqual(['close', 'ann', { secrets: at(day), codes: hasHadKey ? at(day) : null, needsProof: true }])
  }
  const { trust, steps } = start()
  await trust.closeSecrets(tx, 'ann', { needsProof: false })
  expect(steps).toEqual([['close', 'ann', { secrets: at(day), codes: null, needsProof: false }]])
})

const open = { codes: null, secrets: null }
const noCodes = { codes: now + 1, secrets: null }
const noSecrets = { codes: null, secrets: now + 1 }

test.each([
  ['stays open', noCodes, true, undefined],
  ['asks itself', noCodes, true, undefined],
  ['shows codes', open, true, undefined],
  ['shows codes', noSecrets, true, undefined],
  ['shows codes', noCodes, true, 'keys.codes_closed'],
  ['lets out', open, true, undefined],
  ['lets out', noSecrets, true, 'keys.secrets_closed'],
  ['lets out', noCodes, true, 'keys.secrets_closed'],
  ['makes a way in', open, true, undefined],
  ['makes a way in', noSecrets, true, 'keys.secrets_closed'],
  ['makes a way in', noCodes, true, 'keys.secrets_closed'],
  ['makes a way in', noSecrets, false, undefined],
] as const)('what %s, of an account closed like %j that has had a key: %s', async (effect, closed, hasHadKey, expected) => {
  const outcome = await start({ hasHadKey })
    .trust.requireOpen({ id: 'ann', closed }, effect)
    .catch((error: unknown) => (error as { code: string }).code)
  expect(outcome).toBe(expected)
})

test.each<[string, Known, boolean]>([
  ['of an account that nobody knows', {}, false],
  ['of one that is open', { closing: { codes_closed_until: null, pin_changed_at: null } }, false],
  ['that was never changed', { closing: { codes_closed_until: at(day), pin_changed_at: null } }, true],
  ['that is older than the closing', { closing: { codes_closed_until: at(day), pin_changed_at: at(-1) } }, true],
  ['that was set when it was closed', { closing: { codes_closed_until: at(day), pin_changed_at: at(0) } }, false],
  ['that somebody else chose', { closing: { codes_closed_until: at(day), pin_changed_at: null }, hasHand: true }, false],
])('the right PIN %s is a proof: %j', async (_what, known, isProof) => {
  const { trust, steps, names } = start(known)
  await trust.heedPin(tx, 'ann')
  expect(names().includes('recordProof')).toBe(isProof)
  if (names().includes('hasHand')) expect(steps).toContainEqual(['hasHand', 'ann', at(-30 * day), ['pin_set', 'guesses_forgiven']])
})

test('an account inherits keys from its thirtieth day on, unless an administrator had a hand on it since', async () => {
  const may = (known: Known) => start(known).trust.mayInherit(tx, 'ann')
  expect([await may({}), await may({ createdAt: at(-30 * day) }), await may({ createdAt: at(1 - 30 * day) })]).toEqual([false, true, false])
  expect(await may({ createdAt: at(-99 * day), hasHand: true })).toBe(false)
  const { trust, steps } = start({ createdAt: at(-99 * day) })
  await trust.mayInherit(tx, 'ann')
  expect(steps.at(-1)).toEqual(['hasHand', 'ann', at(-30 * day)])
})

test('hands are remembered for sixty days', () => {
  expect(start().trust.removable()).toEqual([at(-60 * day)])
})

test('whether there is something to protect, and that somebody has proven who they are, is asked and written as it is', async () => {
  const { trust, steps } = start({ hasHadKey: false })
  expect(await trust.hasSomethingToProtect(tx, 'ann')).toBe(false)
  await trust.recordProof(tx, 'ann')
  expect(steps).toEqual([
    ['hasHadKey', 'ann'],
    ['recordProof', 'ann'],
  ])
})
