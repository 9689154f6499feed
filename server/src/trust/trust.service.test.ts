import { describe, expect, test } from 'vitest'
import type { AuditedAct } from '../platform/audit.ts'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Closing, HandOnAccount, TrustRepository } from './trust.repository.ts'
import type { ClosingRows } from './closing-rows.ts'
import { createTrustService } from './trust.service.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 0, 1)
const at = (milliseconds: number) => new Date(now + milliseconds)
const tx = { db: {} as Db }

interface Known {
  quarantineDays?: number
  hasAnyKey?: boolean
  hasHadKey?: boolean
  uses?: { is_essential: boolean; events: string[] }[]
  hasHandOnTheWay?: boolean
  hasHand?: boolean
  closing?: Partial<Closing>
  hasHandOf?: boolean
  madeOneOf?: boolean
  hands?: HandOnAccount[]
  createdAt?: Date
}

const neverClosed: Closing = {
  secrets_closed_until: null,
  codes_closed_until: null,
  closed_at: null,
  stopped_at: null,
  needs_proof: false,
  password_changed_at: null,
  pin_changed_at: null,
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
    findClosing: answer('findClosing', known.closing && { ...neverClosed, ...known.closing }),
    hasHandOf: answer('hasHandOf', known.hasHandOf ?? false),
    madeOneOf: answer('madeOneOf', known.madeOneOf ?? false),
    listHandsOn: answer('listHandsOn', known.hands ?? []),
    closeSecrets: answer('closeSecrets', undefined),
    stop: answer('stop', true),
    findCreatedAt: answer('findCreatedAt', known.createdAt),
    put: answer('put', undefined),
    doubtAddress: answer('doubtAddress', undefined),
    wasWayTouched: answer('wasWayTouched', known.hasHandOnTheWay ?? false),
    close: answer('close', undefined),
    recordProof: answer('recordProof', undefined),
    removable: (until: Date) => [until],
  } as unknown as TrustRepository & ClosingRows
  const trust = createTrustService({
    db: tx.db,
    trust: () => rows,
    closings: () => rows,
    policy: { quarantine_days: known.quarantineDays ?? 1 },
    hasSecond: () => Promise.resolve(false),
    tell: (_db, told) => answer('tell', undefined)(told),
    clock: createManualClock(now),
  })
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
  await trust.heed(tx.db, act('user.unlocked'), { id: 'ada', name: 'Ada' } as never)
  await trust.heed(tx.db, act('user.deactivated'), undefined)
  await trust.heed(tx.db, act('email.provider_deleted'), undefined)
  const kept = { id: expect.any(String) as string, target_name: null, happened_at: at(0), needs_approval: false }
  expect(steps).toEqual([
    ['put', { ...kept, user_id: 'ann', kind: 'guesses_forgiven', by_id: 'ada', by_name: 'Ada' }],
    ['hasAnyKey'],
    ['put', { ...kept, user_id: null, kind: 'provider', by_id: null, by_name: null }],
  ])
})

test.each([
  ['user.pin_reset', 'pin_set', {}, null],
  ['user.password_reset', 'password_set', {}, null],
  ['user.password_link_made', 'reset_link_handed_over', { after: { delivery: 'link' } }, null],
  ['user.restored', 'restored', { before: { email: 'a' }, after: { email: 'a' } }, null],
  ['user.restored', 'address_changed', { before: { email: 'old' }, after: { email: 'new' } }, 'old'],
  ['user.updated', 'address_changed', { before: { email: 'old' }, after: { email: 'new' } }, 'old'],
] as const)(
  'after %s (%s) the account is closed for the waiting time, and its person is told at once',
  async (action, by, fields, oldAddress) => {
    const { trust, steps } = start({ quarantineDays: 3 })
    await trust.heed(tx.db, act(action, fields), { id: 'ada', name: 'Ada' } as never)
    const until = at(3 * day)
    expect(steps.slice(1)).toEqual([
      ...(by === 'address_changed' ? [['doubtAddress', 'ann']] : []),
      ['hasHadKey', 'ann'],
      ['close', 'ann', at(0), { secrets: until, codes: until }],
      ['tell', { userId: 'ann', by, actor: 'Ada', oldAddress, until }],
    ])
  },
)

test('an account that never had a key has nothing to tell of: what is shared with it from now on waits', async () => {
  const { trust, steps } = start({ hasHadKey: false })
  await trust.heed(tx.db, act('user.pin_reset'), undefined)
  expect(steps.slice(2)).toEqual([['close', 'ann', at(0), { secrets: at(day), codes: null }]])
})

test('an address that nobody had to prove is in doubt where a provider was touched within the waiting time, and else is not', async () => {
  for (const isTouched of [true, false]) {
    const { trust, steps } = start({ hasHandOnTheWay: isTouched, quarantineDays: 2 })
    await trust.heedUnproven(tx, 'ann')
    expect(steps).toEqual([['wasWayTouched', at(-2 * day), at(0), ['provider']], ...(isTouched ? [['doubtAddress', 'ann']] : [])])
  }
})

test('an account that an administrator makes has an address in doubt, and is not closed', async () => {
  const { trust, names } = start()
  await trust.heed(tx.db, act('user.created'), { id: 'ada', name: 'Ada' } as never)
  expect(names()).toEqual(['put', 'doubtAddress'])
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

test('a link proves its address if nobody else had it, and nobody touched its way from the waiting time before it was made', async () => {
  const link = { user_id: 'ann', created_at: at(0), is_handed_over: false }
  expect(await start().trust.isClean(tx, { ...link, is_handed_over: true })).toBe(false)
  expect(await start({ hasHandOnTheWay: true }).trust.isClean(tx, link)).toBe(false)
  for (const quarantineDays of [1, 5]) {
    const { trust, steps } = start({ quarantineDays })
    expect(await trust.isClean(tx, link)).toBe(true)
    expect(steps.at(-1)).toEqual(['hasHandOnTheWay', 'ann', at(-quarantineDays * day)])
  }
  const { trust, steps } = start()
  await trust.isClean(tx, { ...link, user_id: null })
  expect(steps).toEqual([['hasHandOnTheWay', null, at(-day)]])
})

test('once its person has objected, hands on the way count since the account was closed, however long ago', async () => {
  const link = { user_id: 'ann', created_at: at(0), is_handed_over: false }
  const { trust, steps } = start({ closing: { stopped_at: at(-9 * day), closed_at: at(-10 * day) } })
  expect(await trust.isClean(tx, link)).toBe(true)
  expect(steps.at(-1)).toEqual(['hasHandOnTheWay', 'ann', at(-11 * day)])
  // Longer ago than hands are remembered, nobody knows.
  const last = (milliseconds: number) => start({ closing: { stopped_at: at(0), closed_at: at(milliseconds) } }).trust.isClean(tx, link)
  expect([await last(-59 * day), await last(-59 * day - 1)]).toEqual([true, false])
})

test('a reset by a link that others may have had closes secrets and codes, and is told; a new PIN closes secrets for a day', async () => {
  const { trust, steps } = start({ quarantineDays: 2 })
  await trust.close(tx, 'ann')
  await trust.closeSecrets(tx, 'ann')
  expect(steps).toEqual([
    ['hasHadKey', 'ann'],
    ['close', 'ann', at(0), { secrets: at(2 * day), codes: at(2 * day) }],
    ['tell', { userId: 'ann', by: 'unclean_link', actor: null, oldAddress: null, until: at(2 * day) }],
    ['closeSecrets', 'ann', at(day)],
  ])
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

const shut = { codes_closed_until: at(day), closed_at: at(0) }

describe.each(['pin', 'password'] as const)('the right %s', (what) => {
  const heed = what === 'pin' ? 'heedPin' : 'heedPassword'
  const changed = `${what}_changed_at` as const
  test.each<[string, Known, boolean]>([
    ['of an account that nobody knows', {}, false],
    ['of one that was never closed', { closing: {} }, false],
    ['of one whose time is over, and that proved itself', { closing: { codes_closed_until: at(0), closed_at: at(-day) } }, false],
    ['of one that is closed since nobody knows when', { closing: { codes_closed_until: at(day) } }, false],
    ['that was never changed', { closing: shut }, true],
    ['of one that never had a key and still has to prove itself', { closing: { needs_proof: true, closed_at: at(0) } }, true],
    ['of one that was stopped, after its time', { closing: { stopped_at: at(0), closed_at: at(-day) } }, true],
    ['that is older than the closing', { closing: { ...shut, [changed]: at(-1) } }, true],
    ['that was set when it was closed', { closing: { ...shut, [changed]: at(0) } }, false],
    ['that somebody else chose', { closing: shut, hasHand: true }, false],
  ])('%s is a proof: %j', async (_what, known, isProof) => {
    const { trust, steps, names } = start(known)
    await trust[heed](tx, 'ann')
    expect(names().includes('recordProof')).toBe(isProof)
    if (isProof) expect(steps.at(-1)).toEqual(['recordProof', 'ann', { secretsToo: false }])
    if (names().includes('hasHand')) expect(steps).toContainEqual(['hasHand', 'ann', at(-30 * day), [`${what}_set`, 'guesses_forgiven']])
  })
})

const hand = (by: string | null) => ({ kind: 'password_set', by_id: by, by_name: 'Ada', happened_at: at(0) })

test.each<[string, string, Known, string | undefined]>([
  ['of an open account', 'di', { closing: {} }, 'trust.not_closed'],
  ['by who closed it', 'ada', { closing: shut, hands: [hand('cy'), hand('ada')] }, 'trust.own_hand'],
  ['of the own account', 'ann', { closing: shut, hands: [hand('ada')] }, 'trust.own_hand'],
  ['by whom they had a hand on', 'di', { closing: shut, hands: [hand('ada')], hasHandOf: true }, 'trust.not_independent'],
  ['by who made them', 'di', { closing: shut, hands: [hand('ada')], madeOneOf: true }, 'trust.not_independent'],
  ['by a second administrator', 'di', { closing: shut, hands: [hand('ada'), hand(null)] }, undefined],
  ['by a second administrator after an objection', 'di', { closing: { stopped_at: at(0), closed_at: at(-9 * day) } }, undefined],
])('the release %s', async (_what, by, known, expected) => {
  const { trust, steps, names } = start(known)
  const code = await trust.release(tx, 'ann', by).catch((error: unknown) => (error as { code: string }).code)
  expect(code).toBe(expected)
  expect(names().includes('recordProof')).toBe(expected === undefined)
  if (expected !== undefined) return
  expect(steps.at(-1)).toEqual(['recordProof', 'ann', { secretsToo: true }])
  const asked = steps.find((step) => (step as string[])[0] === 'hasHandOf')
  expect(asked).toEqual(['hasHandOf', 'di', known.hands ? ['ada'] : [], at(-30 * day)])
})

test('a closed account says by what, since when, and what of old proves its person', async () => {
  expect(await start({ closing: {} }).trust.findClosing('ann')).toBeUndefined()
  const { trust, steps } = start({ closing: { ...shut, pin_changed_at: at(1) }, hands: [hand('ada')], quarantineDays: 2 })
  expect(await trust.findClosing('ann')).toMatchObject({ hands: [hand('ada')], proofs: ['password'] })
  const since = { account: at(0), installation: at(-2 * day) }
  expect(steps).toContainEqual(['listHandsOn', 'ann', expect.arrayContaining(['pin_set']), since, 20])
  expect(await start({ closing: shut }).trust.findClosing('ann')).toMatchObject({ proofs: ['pin', 'password'] })
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
    ['recordProof', 'ann', { secretsToo: false }],
  ])
})
