import { describe, expect, test } from 'vitest'
import { at, day, type Known, now, startTrust, tx } from './testing/start-trust.ts'

const open = { codes: null, secrets: null }

const noCodes = { codes: now + 1, secrets: null }

const noSecrets = { codes: null, secrets: now + 1 }

test.each([
  ['open', noCodes, true, undefined],
  ['asks itself', noCodes, true, undefined],
  ['shows codes', open, true, undefined],
  ['shows codes', noSecrets, true, undefined],
  ['shows codes', noCodes, true, 'keys.codes_closed'],
  ['lets out', open, true, undefined],
  ['lets out', noSecrets, true, 'keys.secrets_closed'],
  ['lets out', noCodes, true, 'keys.secrets_closed'],
  ['takes in', open, true, undefined],
  ['takes in', noSecrets, true, 'keys.secrets_closed'],
  ['makes a way in', open, true, undefined],
  ['makes a way in', noSecrets, true, 'keys.secrets_closed'],
  ['makes a way in', noCodes, true, 'keys.secrets_closed'],
  ['makes a way in', noSecrets, false, undefined],
] as const)('a call that %s, of an account closed like %j that has had a key: %s', async (effect, closed, hasHadKey, expected) => {
  const outcome = await startTrust({ hasHadKey })
    .trust.requireOpen({ id: 'ann', closed }, effect)
    .catch((error: unknown) => (error as { code: string }).code)
  expect(outcome).toBe(expected)
})

/** Milliseconds before a closure that belong to the act that caused it. */
const actTakes = 5 * 60_000

const shut = { codes_closed_until: at(day), closed_at: at(0) }

describe.each(['pin', 'password'] as const)('the right %s', (what) => {
  const method = what === 'pin' ? 'acceptPin' : 'acceptPassword'
  const changed = `${what}_changed_at` as const
  test.each<[string, Known, boolean]>([
    ['of an account that nobody knows', {}, false],
    ['of one that was never closed', { closing: {} }, false],
    ['of one whose time is over, and that proved itself', { closing: { codes_closed_until: at(0), closed_at: at(-day) } }, false],
    ['of one that is closed since nobody knows when', { closing: { codes_closed_until: at(day) } }, false],
    ['that was never changed', { closing: shut }, true],
    ['of one that never had a key and still has to prove itself', { closing: { needs_proof: true, closed_at: at(0) } }, true],
    ['of one that was stopped, after its time', { closing: { stopped_at: at(0), closed_at: at(-day) } }, true],
    ['that is older than the closing', { closing: { ...shut, [changed]: at(-actTakes - 1) } }, true],
    ['that was set when it was closed', { closing: { ...shut, [changed]: at(0) } }, false],
    ['that was set by the act that closed it', { closing: { ...shut, [changed]: at(-actTakes) } }, false],
    ['that somebody else chose', { closing: shut, hasHand: true }, false],
  ])('%s is a proof: %j', async (_what, known, isProof) => {
    const { trust, steps, names } = startTrust(known)
    await trust[method](tx, 'ann')
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
  const { trust, steps, names } = startTrust(known)
  const code = await trust.release(tx, 'ann', by).catch((error: unknown) => (error as { code: string }).code)
  expect(code).toBe(expected)
  expect(names().includes('recordProof')).toBe(expected === undefined)
  if (expected !== undefined) return
  expect(steps.at(-1)).toEqual(['recordProof', 'ann', { secretsToo: true }])
  const asked = steps.find((step) => (step as string[])[0] === 'hasHandOf')
  expect(asked).toEqual(['hasHandOf', 'di', known.hands ? ['ada'] : [], at(-30 * day)])
})

test('a closed account says by what, since when, and what of old proves its person', async () => {
  expect(await startTrust({ closing: {} }).trust.findClosing('ann')).toBeUndefined()
  const { trust, steps } = startTrust({ closing: { ...shut, pin_changed_at: at(1) }, hands: [hand('ada')], quarantineDays: 2 })
  expect(await trust.findClosing('ann')).toMatchObject({ hands: [hand('ada')], proofs: ['password'] })
  const since = { account: at(-actTakes), installation: at(-2 * day) }
  expect(steps).toContainEqual(['listHandsOn', 'ann', expect.arrayContaining(['pin_set']), since, 20])
  expect(await startTrust({ closing: shut }).trust.findClosing('ann')).toMatchObject({ proofs: ['pin', 'password'] })
})
