import { expect, test } from 'vitest'
import type { AuditedAct } from '../platform/audit.ts'
import { ann, at, day, type Known, startTrust, tx } from './testing/start-trust.ts'

const act = (action: AuditedAct['action'], fields: Partial<AuditedAct> = {}): AuditedAct => ({
  action,
  target: { kind: 'template', id: 'ann' },
  ...fields,
})

test('a hand is kept with whose it was, when, and on what; anything else is not', async () => {
  const { trust, steps } = startTrust()
  await trust.observeAct(tx.db, act('user.unlocked'), { id: 'ada', name: 'Ada' } as never)
  await trust.observeAct(tx.db, act('user.deactivated'), undefined)
  await trust.observeAct(tx.db, act('email.provider_deleted'), undefined)
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
  'after %s (%s) the account is closed for the waiting time, and its person is notified at once',
  async (action, by, fields, oldAddress) => {
    const { trust, steps } = startTrust({ quarantineDays: 3 })
    await trust.observeAct(tx.db, act(action, fields), { id: 'ada', name: 'Ada' } as never)
    const until = at(3 * day)
    expect(steps.slice(1)).toEqual([
      ...(by === 'address_changed' ? [['doubtAddress', 'ann']] : []),
      ['findToClose', 'ann'],
      ['close', 'ann', at(0), { secrets: until, codes: until }],
      ['notify', { userId: 'ann', person: ann, by, actor: 'Ada', oldAddress, until }],
    ])
  },
)

test('an account that never had a key has nothing to tell of: what is shared with it from now on waits', async () => {
  const { trust, steps } = startTrust({ hasHadKey: false })
  await trust.observeAct(tx.db, act('user.pin_reset'), undefined)
  expect(steps.slice(2)).toEqual([['close', 'ann', at(0), { secrets: at(day), codes: null }]])
})

test('a deleted account is closed, and nobody is notified', async () => {
  const { trust, names } = startTrust({ isDeleted: true })
  await trust.observeAct(tx.db, act('user.pin_reset'), undefined)
  expect(names().slice(1)).toEqual(['findToClose', 'close'])
})

test('an address that nobody had to prove is in doubt where a provider was touched within the waiting time, and else is not', async () => {
  for (const isTouched of [true, false]) {
    const { trust, steps } = startTrust({ hasHandOnTheWay: isTouched, quarantineDays: 2 })
    await trust.doubtUnproven(tx, 'ann')
    expect(steps).toEqual([['wasWayTouched', at(-2 * day), at(0), ['provider']], ...(isTouched ? [['doubtAddress', 'ann']] : [])])
  }
})

test('an account that an administrator makes has an address in doubt, and is not closed', async () => {
  const { trust, names } = startTrust()
  await trust.observeAct(tx.db, act('user.created'), { id: 'ada', name: 'Ada' } as never)
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
  const { trust, steps, names } = startTrust(known)
  await trust.observeAct(tx.db, done, undefined)
  expect(names().includes('put')).toBe(isKept)
  const asked = steps.find((step) => (step as string[])[0] === 'findUseOf')
  if (asked !== undefined) expect(asked).toEqual(['findUseOf', done === theme ? { theme: 'ann' } : { template: 'ann' }])
})

test('a link proves its address if nobody else had it, and nobody touched its way from the waiting time before it was made', async () => {
  const link = { user_id: 'ann', created_at: at(0), is_handed_over: false }
  expect(await startTrust().trust.isClean(tx, { ...link, is_handed_over: true })).toBe(false)
  expect(await startTrust({ hasHandOnTheWay: true }).trust.isClean(tx, link)).toBe(false)
  for (const quarantineDays of [1, 5]) {
    const { trust, steps } = startTrust({ quarantineDays })
    expect(await trust.isClean(tx, link)).toBe(true)
    expect(steps.at(-1)).toEqual(['hasHandOnTheWay', 'ann', at(-quarantineDays * day)])
  }
  const { trust, steps } = startTrust()
  await trust.isClean(tx, { ...link, user_id: null })
  expect(steps).toEqual([['hasHandOnTheWay', null, at(-day)]])
})

test('once its person has objected, hands on the way count since the account was closed, however long ago', async () => {
  const link = { user_id: 'ann', created_at: at(0), is_handed_over: false }
  const { trust, steps } = startTrust({ closing: { stopped_at: at(-9 * day), closed_at: at(-10 * day) } })
  expect(await trust.isClean(tx, link)).toBe(true)
  expect(steps.at(-1)).toEqual(['hasHandOnTheWay', 'ann', at(-11 * day)])
  // Longer ago than hands are remembered, nobody knows.
  const last = (milliseconds: number) => startTrust({ closing: { stopped_at: at(0), closed_at: at(milliseconds) } }).trust.isClean(tx, link)
  expect([await last(-59 * day), await last(-59 * day - 1)]).toEqual([true, false])
})

test('a reset by a link that others may have had closes secrets and codes, and is announced; a new PIN closes secrets for a day', async () => {
  const { trust, steps } = startTrust({ quarantineDays: 2 })
  await trust.close(tx, 'ann')
  await trust.closeSecrets(tx, 'ann')
  expect(steps).toEqual([
    ['findToClose', 'ann'],
    ['close', 'ann', at(0), { secrets: at(2 * day), codes: at(2 * day) }],
    ['notify', { userId: 'ann', person: ann, by: 'unclean_link', actor: null, oldAddress: null, until: at(2 * day) }],
    ['closeSecrets', 'ann', at(day)],
  ])
})

test('an account inherits keys from its thirtieth day on, unless an administrator had a hand on it since', async () => {
  const may = (known: Known) => startTrust(known).trust.mayInherit(tx, 'ann')
  expect([await may({}), await may({ createdAt: at(-30 * day) }), await may({ createdAt: at(1 - 30 * day) })]).toEqual([false, true, false])
  expect(await may({ createdAt: at(-99 * day), hasHand: true })).toBe(false)
  const { trust, steps } = startTrust({ createdAt: at(-99 * day) })
  await trust.mayInherit(tx, 'ann')
  expect(steps.at(-1)).toEqual(['hasHand', 'ann', at(-30 * day)])
})

test('hands are remembered for sixty days', () => {
  expect(startTrust().trust.removable()).toEqual([at(-60 * day)])
})

test('whether there is something to protect, and that somebody has proven who they are, is asked and written as it is', async () => {
  const { trust, steps } = startTrust({ hasHadKey: false })
  expect(await trust.hasSomethingToProtect(tx, 'ann')).toBe(false)
  await trust.recordProof(tx, 'ann')
  expect(steps).toEqual([
    ['hasHadKey', 'ann'],
    ['recordProof', 'ann', { secretsToo: false }],
  ])
})
