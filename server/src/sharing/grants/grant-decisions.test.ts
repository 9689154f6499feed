import { limits } from '@twofold/contract/limits'
import { expect, test } from 'vitest'
import type { Identity } from '../../platform/identity.ts'
import type { ListedShareRow } from './grants.repository.ts'
import { ann, at, body, codeOf, day, fieldOf, type Found, saidIn, start, type Started, stepsOf } from '../testing/start-grants.ts'

const calls: [string, (started: Started, share?: string) => Promise<unknown>, boolean][] = [
  ['seen', ({ grants }) => grants.list(ann, 'key'), false],
  ['given', ({ shares }) => shares.share(ann, 'key', body), false],
  ['changed', ({ grants }, share = 'share') => grants.change(ann, 'key', share, { permission: 'admin' }), true],
  ['revoked', ({ grants }, share = 'share') => grants.revoke(ann, 'key', share), true],
  ['told of again', ({ grants }, share = 'share') => grants.remind(ann, 'key', share), true],
  ['confirmed', ({ grants }, share = 'share') => grants.confirm(ann, 'key', share), true],
  ['restored', ({ grants }) => grants.restore(ann, 'key', 'share'), false],
]

test.each(calls)('a share is %s by the owner of its key only, and only as one of that key', async (_what, call, isLookedFor) => {
  for (const mayNot of ['keys.not_found', 'keys.owner_only'] as const) {
    const refused = start({ mayNot })
    expect([await codeOf(call(refused)), refused.asked, refused.steps]).toEqual([mayNot, [['ann', 'key', 'owner']], []])
  }
  const owned = start()
  expect([await codeOf(call(owned)), owned.asked]).toEqual(['done', [['ann', 'key', 'owner']]])
  if (!isLookedFor) return
  const another = start()
  expect([await codeOf(call(another, 'of another key')), another.steps]).toEqual(['sharing.not_found', []])
})

test('a recipient of a share leaves the key, and its owner does not', async () => {
  const { grants, asked, names } = start()
  expect([await codeOf(grants.leave(ann, 'key')), asked, names()]).toEqual(['sharing.own_key', [['ann', 'key', 'view']], []])
  const recipient = start({ level: 'view' })
  expect(await codeOf(recipient.grants.leave(ann, 'key'))).toBe('done')
  expect(recipient.steps[0]).toEqual(['revokeDirect', 'key', 'ann', at(0)])
})

test('a grant that ended is given again within a day, in place of a share that the key may still have', async () => {
  const { grants, steps } = start({ count: limits.sharesPerKey - 1 })
  expect(await codeOf(grants.restore(ann, 'key', 'share'))).toBe('done')
  expect(steps[0]).toEqual(['revive', 'key', 'share', { since: at(-day), now: at(0) }])
  const full = start({ count: limits.sharesPerKey })
  expect([await codeOf(full.grants.restore(ann, 'key', 'share')), full.steps]).toEqual(['sharing.limit_reached', []])
  expect(await codeOf(start({ share: 'none' }).grants.restore(ann, 'key', 'share'))).toBe('sharing.cannot_undo')
})

test('a waiting person is confirmed if they have an account that is not the owner’s, and nobody who has the key is replaced', async () => {
  const confirm = async (found: Found) => {
    const { grants, steps } = start(found)
    await grants.confirm(ann, 'key', 'share')
    return steps.filter((step) => (step as string[])[0] === 'change')
  }
  const waiting = { recipient_id: null }
  expect(await confirm({ share: waiting, account: { id: 'bo' } })).toEqual([['change', 'share', { recipient_id: 'bo' }]])
  expect(await confirm({ share: waiting })).toEqual([])
  expect(await confirm({ share: waiting, account: { id: 'ann' } })).toEqual([])
  expect(await confirm({ account: { id: 'cy' } })).toEqual([])
  expect(await confirm({ share: { ...waiting, email_normalized: null }, account: { id: 'bo' } })).toEqual([])
})

test('an owner who notifies somebody again without e-mail reads that the message waits, and only with it that it was sent', async () => {
  const said = async (isMailAvailable: boolean) => saidIn(await start({ isMailAvailable }).grants.remind(ann, 'key', 'share'))
  expect([await said(true), await said(false)]).toEqual(['share.reminded', 'share.reminded_later'])
})

test('nobody is notified again of a share with a group, or of one that is over', async () => {
  const remind = (share: Partial<ListedShareRow>) => codeOf(start({ share }).grants.remind(ann, 'key', 'share'))
  expect(await Promise.all([{ email: null }, { expires_at: at(0) }, { expires_at: at(1) }].map(remind))).toEqual([
    'sharing.not_found',
    'sharing.not_found',
    'done',
  ])
})

test('an owner sees who has the key, and what can be given again, the latest first', async () => {
  const ended = (id: string, ago: number, isRestorable: boolean) => ({ id, revoked_at: at(-ago), is_restorable: isRestorable })
  const { grants } = start({ listed: [{ id: 'live' }, ended('over', 2, false), ended('first', day, true), ended('late', 1, true)] })
  const { data, ended: over, asked } = await grants.list(ann, 'key')
  expect([data, over].map((rows) => rows.map(({ id }) => id))).toEqual([['live'], ['late', 'first']])
  expect(asked).toEqual([])
})

test('a person who asks for a key again is listed with those who have it, the latest first', async () => {
  const asking = (id: string, ago: number) => ({ id, revoked_at: at(-day), is_restorable: false, asked_at: at(-ago) })
  const { ended, asked } = await start({ listed: [asking('first', 3), asking('late', 1)] }).grants.list(ann, 'key')
  expect([ended, asked.map(({ id, asked_at: when }) => [id, when])]).toEqual([
    [],
    [
      ['late', at(-1).toISOString()],
      ['first', at(-3).toISOString()],
    ],
  ])
})

test('the answers about shares count the codes shown until now', async () => {
  const { grants } = start({ listed: [{}] })
  expect((await grants.list(ann, 'key')).data[0]?.last_shown_at).toBe(at(0).toISOString())
  const described = start({ listed: [{}] })
  expect(await described.grants.describe([])).toEqual([])
  expect((await described.grants.describe(['share'])).map(({ id, last_shown_at: shown }) => [id, shown])).toEqual([
    ['share', at(0).toISOString()],
  ])
})

test('a person who is notified again, confirmed, given back or given another level is recorded by name, and the owner is not notified of themselves', async () => {
  const group = { email: null, email_normalized: null, recipient_id: null, group_id: 'group' }
  const did = async (work: (grants: Started['grants']) => Promise<unknown>, found: Found = {}) => {
    const { grants, steps } = start(found)
    await work(grants)
    const [record] = stepsOf(steps, 'record') as [string, { kind: string; detail: object }][]
    const notices = stepsOf(steps, 'notify', 'notifyShared').map((step) => (step as unknown[]).slice(2))
    return [record?.[1].kind, record?.[1].detail, notices]
  }
  const keys = { keys: ['The key'], permission: 'view', expiresAt: null }
  const named = { name: 'The key', with: 'bo@example.org' }
  const addressee = expect.objectContaining({ email: 'bo@example.org' }) as object
  expect(await did((grants) => grants.remind(ann, 'key', 'share'))).toEqual(['share_reminded', named, [[addressee, keys]]])
  const waiting = { share: { recipient_id: null }, account: { id: 'bo' } }
  expect(await did((grants) => grants.confirm(ann, 'key', 'share'), waiting)).toEqual(['share_confirmed', named, [['bo', keys]]])
  expect(await did((grants) => grants.restore(ann, 'key', 'share'))).toEqual(['share_given_again', named, [['bo', keys]]])
  const change = (grants: Started['grants']) => grants.change(ann, 'key', 'share', { permission: 'admin' })
  const team = { share: group, members: ['ann', 'bo', null] }
  const higher = { ...keys, permission: 'admin' }
  expect(await did(change, team)).toEqual(['share_changed', { name: 'The key', with: 'Team' }, [['bo', higher]]])
  expect(await did((grants) => grants.restore(ann, 'key', 'share'), team)).toEqual([
    'share_given_again',
    { name: 'The key', with: 'Team' },
    [['bo', keys]],
  ])
  expect(saidIn(await start(waiting).grants.confirm(ann, 'key', 'share'))).toBe('share.confirmed')
})

test('a grant that is given again reaches the person who has proven the address since, and nobody else', async () => {
  const reaches = async (account: Found['account'], share: Partial<ListedShareRow> = { recipient_id: null }) => {
    const { grants, steps } = start({ account, share })
    await grants.restore(ann, 'key', 'share')
    return stepsOf(steps, 'change')
  }
  expect(await reaches({ id: 'bo', is_proven: true })).toEqual([['change', 'share', { recipient_id: 'bo' }]])
  expect(await reaches({ id: 'bo', is_proven: false })).toEqual([])
  expect(await reaches({ id: 'ann', is_proven: true })).toEqual([])
  expect(await reaches(undefined)).toEqual([])
  expect(await reaches({ id: 'cy', is_proven: true }, {})).toEqual([])
  for (const share of [{}, 'none'] as const) {
    const { grants, tx } = start({ share })
    const notify = await grants.giveAgain(tx, ann, { id: 'key', name: 'The key', shares: 0 }, 'share')
    expect(notify !== undefined).toBe(share !== 'none')
  }
  expect(await reaches({ id: 'cy', is_proven: true }, { recipient_id: null, email_normalized: null, group_id: 'group' })).toEqual([])
})

test('a person who leaves a key that a group gives still has it, and cannot leave access that only the group gives', async () => {
  const leave = async (found: Found) => {
    const { grants, steps } = start({ level: 'view', ...found })
    const bo = { id: 'bo', name: 'Bo' } as Identity
    const said = await grants.leave(bo, 'key').then(saidIn, (error: unknown) => {
      const { code, parameters } = error as { code: string; parameters: object }
      return [code, parameters]
    })
    const records = (stepsOf(steps, 'record') as [string, { userId: string; kind: string }][]).map(([, { userId, kind }]) => [userId, kind])
    return { said, records, notices: stepsOf(steps, 'emit') }
  }
  const left = await leave({})
  expect([left.said, left.records]).toEqual([
    'share.left',
    [
      ['bo', 'share_left'],
      ['ann', 'share_left'],
    ],
  ])
  const data = { 'key.name': 'The key', 'share.by': 'Bo', 'share.reason': 'left' }
  expect(left.notices).toEqual([['emit', 'key.share.revoked', { to: { user_id: 'ann' }, data }]])
  expect((await leave({ group: 'Team' })).said).toBe('share.still_by_group')
  const refused = await leave({ group: 'Team', hadDirect: false })
  expect(refused).toEqual({ said: ['sharing.through_group', { group: 'Team' }], records: [], notices: [] })
  // The group has ended it meanwhile.
  expect((await leave({ hadDirect: false })).said).toEqual(['sharing.through_group', { group: '' }])
})

test('a person whose access ends is notified, once for all keys, with who ended it and why', async () => {
  const owner = { id: 'ann', name: 'Ann' }
  const one = start()
  expect(saidIn(await one.grants.revoke(ann, 'key', 'share'))).toBe('share.ended')
  const revoked = { users: ['bo'], keys: ['key'], reason: 'revoked', by: owner }
  const ended = [
    ['revokeByOwner', 'share', at(0)],
    ['record', { userId: 'ann', kind: 'share_revoked', detail: { name: 'The key', with: 'bo@example.org' } }],
    ['told of the end', revoked],
  ]
  expect(one.steps).toEqual(ended)
  const bot = start({ share: { service_account_id: 'bot', recipient_id: null, email: null } })
  await bot.grants.revoke(ann, 'key', 'share')
  expect(stepsOf(bot.steps, 'record')).toMatchObject([['record', { detail: { with: 'Bot' } }]])
  const review = start()
  expect(await review.grants.endOne(review.tx, { key: 'key', share: 'share' }, 'ann', { reason: 'unconfirmed' })).toBe(true)
  expect(stepsOf(review.steps, 'told of the end', 'record')).toMatchObject([
    ['record', { kind: 'share_unconfirmed' }],
    ['told of the end', { users: ['bo'], keys: ['key'], reason: 'unconfirmed' }],
  ])
  const gone = start({ share: 'none' })
  expect(await gone.grants.endOne(gone.tx, { key: 'key', share: 'share' }, 'ann', { reason: 'unconfirmed' })).toBe(false)
  const all = start({ listed: [{ id: 'one' }, { id: 'two' }, { id: 'three', recipient_id: 'cy' }] })
  await all.grants.endAll(all.tx, ['key', 'other'], owner)
  expect(stepsOf(all.steps, 'revoke')).toHaveLength(6)
  expect(stepsOf(all.steps, 'told of the end')).toEqual([['told of the end', { ...revoked, users: ['bo', 'cy'], keys: ['key', 'other'] }]])
})

test('a change keeps what it says nothing of, and tells of another level only', async () => {
  const { grants, steps, names } = start({ share: { expires_at: at(day) } })
  await grants.change(ann, 'key', 'share', { permission: 'admin' })
  expect(steps[0]).toEqual(['change', 'share', { permission: 'admin', expires_at: at(day) }])
  expect(names()).toEqual(['change', 'record', 'notifyShared'])
  const longer = start({ share: { expires_at: at(day) } })
  await longer.grants.change(ann, 'key', 'share', { expires_at: null })
  expect(longer.steps[0]).toEqual(['change', 'share', { permission: 'view', expires_at: null }])
  expect(longer.names()).toEqual(['change', 'record'])
  expect(await fieldOf(longer.grants.change(ann, 'key', 'share', { expires_at: at(0).toISOString() }))).toBe('expires_at')
})
