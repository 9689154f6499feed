import { limits } from '@twofold/contract/limits'
import { expect, test } from 'vitest'
import type { Identity } from '../../platform/identity.ts'
import type { ListedShareRow } from './grants.repository.ts'
import { ann, at, body, codeOf, day, fieldOf, type Found, saidIn, start, stepsOf } from '../testing/start-grants.ts'

test('that a person has to agree is kept with the share of a service account, and left out where it is not said', async () => {
  const given = async (terms: object) => {
    const { shares, steps } = start()
    await shares.share(ann, 'key', { permission: 'view', service_account_id: 'bot', ...terms })
    const [, row] = steps.find((step) => (step as string[])[0] === 'put') as [string, object]
    return Object.entries(row).filter(([name]) => name === 'approval' || name === 'four_eyes')
  }
  expect(await given({ approval: 'each' })).toEqual([['approval', 'each']])
  expect(await given({ four_eyes: true })).toEqual([['four_eyes', true]])
  expect(await given({})).toEqual([])
})

test('sharing again changes the present share, and nobody is notified of something they have already', async () => {
  const again = async (
    known: Partial<ListedShareRow>,
    more: { permission?: 'view' | 'admin'; expires_at?: string } = {},
    target: object = body,
  ) => {
    const { shares, names } = start({ known })
    const answer = await shares.share(ann, 'key', { ...target, permission: 'view', ...more })
    return [saidIn(answer), ...names().filter((name) => name !== 'approach')]
  }
  const changed = ['change', 'record', 'notify']
  expect(await again({})).toEqual(['share.unchanged', 'change'])
  expect(await again({ expires_at: at(day) }, { expires_at: at(day).toISOString() })).toEqual(['share.unchanged', 'change'])
  expect(await again({ expires_at: at(1) })).toEqual(['share.now_view', ...changed])
  expect(await again({}, { permission: 'admin' })).toEqual(['share.now_full', ...changed])
  // The awaited account exists by now.
  expect(await again({ recipient_id: null })).toEqual(['share.unchanged', ...changed])
  // An expired share is made again.
  expect(await again({ expires_at: at(0) })).toEqual(['share.given', 'revoke', 'put', 'record', 'notify'])
  const bot = { service_account_id: 'bot' }
  expect(await again({ recipient_id: null, ...bot }, {}, bot)).toEqual(['share.unchanged', 'change'])
  expect(await again({ recipient_id: null, ...bot }, {}, { ...bot, four_eyes: false })).toEqual(['share.now_view', 'change', 'record'])
})

test('the present holder of the address has the share, and its former holder is notified that it ended', async () => {
  const { shares, steps } = start({ known: { recipient_id: 'cy' } })
  await shares.share(ann, 'key', body)
  expect(stepsOf(steps, 'change', 'told of the end')).toEqual([
    ['change', 'share', { permission: 'view', expires_at: null, recipient_id: 'bo' }],
    ['told of the end', { users: ['cy'], keys: ['key'], reason: 'revoked', by: { id: 'ann', name: 'Ann' } }],
  ])
  const waited = start({ known: { recipient_id: null } })
  await waited.shares.share(ann, 'key', body)
  expect(stepsOf(waited.steps, 'change', 'told of the end')).toEqual([
    ['change', 'share', { permission: 'view', expires_at: null, recipient_id: 'bo' }],
  ])
})

test('an address whose account is gone leaves the share with who has it, and only addresses move', async () => {
  const { shares, steps, moved } = start({ recipient: null, known: { recipient_id: 'cy' } })
  await shares.share(ann, 'key', body)
  expect(stepsOf(steps, 'change', 'told of the end')).toEqual([['change', 'share', { permission: 'view', expires_at: null }]])
  expect(moved).toEqual([['key', { normalized: 'bo@example.org', userId: null }]])
  const group = start()
  await group.shares.share(ann, 'key', { permission: 'view', group_id: 'group' })
  expect(group.moved).toEqual([])
})

test('a share that is over makes room for the one in its place, and ends at the time that it had', async () => {
  const full = { count: limits.sharesPerKey, known: { id: 'over', expires_at: at(-1) } }
  const { shares, steps } = start(full)
  expect(await codeOf(shares.share(ann, 'key', body))).toBe('done')
  expect(stepsOf(steps, 'revoke')).toEqual([['revoke', 'over', at(-1)]])
  const more = start({ ...full, count: limits.sharesPerKey + 1 })
  expect([await codeOf(more.shares.share(ann, 'key', body)), more.names()]).toEqual(['sharing.limit_reached', ['approach']])
  const { known: _known, ...first } = full
  expect(await codeOf(start(first).shares.share(ann, 'key', body))).toBe('sharing.limit_reached')
})

test('members of a group are notified of a key, except for its owner; a person who waits for an account is invited with the first one only', async () => {
  const given = async (found: Found) => {
    const { shares, steps } = start({ members: ['ann', 'bo', null], ...found })
    await shares.share(ann, 'key', { permission: 'view', group_id: 'group' })
    return stepsOf(steps, 'notifyShared', 'invite').map((step) => {
      const [name, , who] = step as [string, unknown, string | { email: string }]
      return [name, typeof who === 'string' ? who : who.email]
    })
  }
  expect(await given({})).toEqual([
    ['notifyShared', 'bo'],
    ['invite', 'new@example.org'],
  ])
  expect(await given({ groupKeys: 2 })).toEqual([['notifyShared', 'bo']])
  expect(await given({ known: { permission: 'admin', recipient_id: null } })).toEqual([['notifyShared', 'bo']])
})

test('a key waits for a manager of the service account, who is notified, unless one of them shares it', async () => {
  const given = async (owner: Identity, found: Found = {}) => {
    const { shares, steps } = start(found)
    await shares.share(owner, 'key', { permission: 'view', service_account_id: 'bot', four_eyes: true })
    const [put] = stepsOf(steps, 'put') as [string, { accepted_at?: Date }][]
    const notices = (stepsOf(steps, 'record') as [string, { userId: string; kind: string; detail: { with?: string } }][]).map(
      ([, { userId, kind, detail }]) => [userId, kind, ...(detail.with === undefined ? [] : [detail.with])],
    )
    return [put?.[1].accepted_at, notices]
  }
  expect(await given(ann)).toEqual([
    undefined,
    [
      ['ann', 'share_given', 'Bot'],
      ['max', 'service_account_key_waits'],
    ],
  ])
  expect(await given({ ...ann, id: 'max' })).toEqual([at(0), [['max', 'share_given', 'Bot']]])
  expect(await given(ann, { known: { recipient_id: null, service_account_id: 'bot' } })).toEqual([
    undefined,
    [['ann', 'share_changed', 'Bot']],
  ])
})

test('a service account gets codes only, whether it is new or known, and only it has terms', async () => {
  const { shares, names } = start()
  const bot = { permission: 'admin', service_account_id: 'bot' } as const
  const known = start({ share: { service_account_id: 'bot', recipient_id: null, email: null } })
  const change = (terms: object) => start().grants.change(ann, 'key', 'share', terms)
  const answers = [
    shares.share(ann, 'key', bot),
    shares.shareMany(ann, { ...bot, key_ids: ['key'] }),
    known.grants.change(ann, 'key', 'share', { permission: 'admin' }),
    change({ approval: 'each' }),
    change({ four_eyes: true }),
    shares.share(ann, 'key', { ...body, four_eyes: false }),
  ]
  expect(await Promise.all(answers.map(fieldOf))).toEqual(['permission', 'permission', 'permission', 'approval', 'four_eyes', 'four_eyes'])
  expect([names(), known.names()]).toEqual([[], []])
})

test('a key is shared with a group of one’s own and with a service account that there is, and with nobody where it is one’s own address', async () => {
  const { shares, steps } = start()
  expect(await codeOf(shares.share(ann, 'key', { permission: 'view', group_id: 'of somebody else' }))).toBe('groups.not_found')
  expect(await codeOf(shares.share(ann, 'key', { permission: 'view', service_account_id: 'none' }))).toBe('service_accounts.not_found')
  expect(await shares.share(ann, 'key', { ...body, email: 'ANN@example.org' })).toMatchObject({ type: 'warning', share_id: null })
  expect(steps).toEqual([])
  await shares.share(ann, 'key', { permission: 'view', group_id: 'group' })
  await shares.share(ann, 'key', { permission: 'view', service_account_id: 'bot' })
  const put = steps.filter((step) => (step as string[])[0] === 'put')
  expect(put).toMatchObject([
    ['put', { key_id: 'key', group_id: 'group', recipient_id: null, service_account_id: null, granted_by: 'ann' }],
    ['put', { key_id: 'key', group_id: null, recipient_id: null, service_account_id: 'bot', granted_by: 'ann' }],
  ])
})

test('only one’s own of several keys are shared, and nothing is said about the others but that they are not found', async () => {
  const { shares, steps } = start({ own: ['mine'] })
  const { results, type } = await shares.shareMany(ann, { ...body, key_ids: ['theirs', 'mine', 'mine'] })
  expect([type, results.map(({ id, outcome }) => [id, outcome])]).toEqual([
    'success',
    [
      ['mine', 'shared'],
      ['theirs', 'not_found'],
    ],
  ])
  expect(steps.filter((step) => (step as string[])[0] === 'put')).toMatchObject([['put', { key_id: 'mine', recipient_id: 'bo' }]])
  const oneself = start({ own: ['mine'] })
  const same = await oneself.shares.shareMany(ann, { ...body, email: ann.email, key_ids: ['mine'] })
  expect([same, oneself.steps]).toMatchObject([{ type: 'warning', results: [] }, []])
  const none = start()
  const answer = await none.shares.shareMany(ann, { ...body, key_ids: ['theirs'] })
  expect([answer, none.steps]).toMatchObject([{ type: 'warning', results: [{ id: 'theirs', outcome: 'not_found' }] }, []])
})

test('sharing several keys that somebody has already notifies nobody', async () => {
  const { shares, names } = start({ own: ['mine', 'other'], known: {} })
  const { results, ...answer } = await shares.shareMany(ann, { ...body, key_ids: ['mine', 'other'] })
  expect([saidIn(answer), results.map(({ outcome }) => outcome), names()]).toEqual([
    'share.unchanged',
    ['unchanged', 'unchanged'],
    ['approach', 'change', 'change'],
  ])
})

test('a notice of several keys lists those that were not there or not like this, as given if one of them is new', async () => {
  const { shares, steps } = start({ own: ['fresh', 'mine'], known: {} })
  await shares.shareMany(ann, { ...body, key_ids: ['fresh', 'mine'] })
  expect(stepsOf(steps, 'record')).toMatchObject([['record', { kind: 'share_given', detail: { name: 'The fresh' } }]])
  const both = start({ own: ['fresh', 'mine'], known: { permission: 'admin' } })
  await both.shares.shareMany(ann, { ...body, key_ids: ['fresh', 'mine'] })
  expect(stepsOf(both.steps, 'record')).toMatchObject([['record', { kind: 'share_given', detail: { name: 'The fresh, The mine' } }]])
})

test('sharing with oneself is answered with whose keys they are, and of contacts 500 are enough', async () => {
  const { shares } = start({ own: ['mine'] })
  const self = { ...body, email: ann.email }
  expect(saidIn(await shares.share(ann, 'key', self))).toBe('share.own_key')
  expect(saidIn(await shares.shareMany(ann, { ...self, key_ids: ['mine'] }))).toBe('share.own_keys')
  expect(saidIn(await start().shares.shareMany(ann, { ...body, key_ids: ['theirs'] }))).toBe('share.none_possible')
  expect(await shares.listContacts(ann)).toEqual({ data: ['ann', at(0), 500], is_mail_available: true })
  expect((await start({ isMailAvailable: false }).shares.listContacts(ann)).is_mail_available).toBe(false)
})
