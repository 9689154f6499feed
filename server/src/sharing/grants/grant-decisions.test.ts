import { limits } from '@twofold/contract/limits'
import type { Said } from '@twofold/contract/said'
import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ListedShareRow } from './grants.repository.ts'
import { createGrantsService } from './grants.service.ts'
import type { GrantsServiceDeps } from './grants.service.ts'
import { createGivingService } from './giving.service.ts'
import type { GivingServiceDeps } from './giving.service.ts'

const now = Date.UTC(2026, 0, 1)
const day = 24 * 60 * 60 * 1000
const db = { name: 'outside of a transaction' } as unknown as Db
const ann = { id: 'ann', name: 'Ann', email: 'ann@example.org' } as Identity
const at = (milliseconds: number) => new Date(now + milliseconds)
const withBo = {
  id: 'share',
  key_id: 'key',
  recipient_id: 'bo',
  email: 'bo@example.org',
  email_normalized: 'bo@example.org',
  group_id: null,
  service_account_id: null,
  permission: 'view',
  created_at: at(-day),
  expires_at: null,
  revoked_at: null,
  is_restorable: false,
  asked_at: null,
} as unknown as ListedShareRow

interface Found {
  mayNot?: 'keys.not_found' | 'keys.owner_only'
  share?: Partial<ListedShareRow> | 'none'
  listed?: Partial<ListedShareRow>[]
  /** The account of the address that a share waits for. */
  account?: { id: string; is_proven?: boolean } | undefined
  /** The account of the address that is typed; null: it waits for one. */
  recipient?: string | null
  /** The share that each key but `fresh` has with the target already. */
  known?: Partial<ListedShareRow>
  /** Of the group: accounts, and null for an address that waits for one. */
  members?: (string | null)[]
  groupKeys?: number
  /** The group through which a leaving member has the key. */
  group?: string
  hadDirect?: boolean
  /** Of the keys that are asked for. */
  own?: string[]
  level?: 'view' | 'owner'
  /** Shares of the key. */
  count?: number
}

/** Access checks, and every statement and event that changes something. */
function start({ mayNot, share = {}, listed = [], account, own = [], level = 'owner', count = 0, ...found }: Found = {}) {
  const { recipient = 'bo', known, members = [], groupKeys = 1, group, hadDirect = true } = found
  const moved: unknown[] = []
  let isFlushed = false
  const asked: unknown[] = []
  const steps: unknown[] = []
  const note =
    (name: string, answer?: unknown) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input.filter((part) => part !== tx)])
      return answer
    }
  const ask = async (_db: unknown, ...input: unknown[]) => {
    asked.push(input)
    if (mayNot !== undefined) throw fail(mayNot)
    return { level, owner_id: 'ann' }
  }
  const tx = { db: {}, emit: note('emit') } as unknown as Tx
  const row = share === 'none' ? undefined : { ...withBo, ...share }
  const rows = {
    find: async (key: string, id: string) => (key === 'key' && id === 'share' ? row : undefined),
    findKeys: async (ids: string[]) => ids.map((id) => ({ id, name: `The ${id}` })),
    findWith: async (key: string) => (known && key !== 'fresh' ? { ...withBo, ...known } : undefined),
    followMoved: async (...input: unknown[]) => void moved.push(input),
    countOf: async () => count,
    list: async () => listed.map((each) => ({ ...withBo, last_hour: isFlushed ? at(0) : null, ...each })),
    change: note('change'),
    revoke: note('revoke'),
    revokeByOwner: note('revokeByOwner'),
    revokeDirect: note('revokeDirect', hadDirect),
    findGroupThatGives: async () => group,
    revive: note('revive', row),
    put: note('put'),
  }
  const deps = {
    db,
    clock: createManualClock(now),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    grantRows: () => rows,
    groups: () => ({
      lockOwn: async (owner: string, id: string) => (owner === 'ann' && id === 'group' ? { id, name: 'Team' } : undefined),
      listMembers: async () =>
        members.map((user) => ({ user_id: user, email: `${user ?? 'new'}@example.org`, email_normalized: `${user ?? 'new'}@example.org` })),
      countKeys: async () => groupKeys,
      find: async () => ({ name: 'Team' }),
    }),
    contacts: () => ({ list: async (...input: unknown[]) => input }),
    programs: () => ({ find: async (id: string) => (id === 'bot' ? { id, name: 'Bot', managers: ['max'] } : undefined) }),
    access: { require: ask, lock: ask, lockOwn: async () => new Set(own) },
    usage: { flush: async () => void (isFlushed = true) },
    invitations: {
      approach: note('approach', { email: 'bo@example.org', normalized: 'bo@example.org', recipientId: recipient }),
      findAccount: async () => account,
      notify: note('notify'),
      notifyShared: note('notifyShared'),
      invite: note('invite'),
    },
    endings: { notify: note('told of the end') },
    activity: { record: note('record') },
  }
  const names = () => steps.map((step) => (step as string[])[0])
  const grants = createGrantsService(deps as unknown as GrantsServiceDeps)
  return { grants, shares: createGivingService(deps as unknown as GivingServiceDeps), tx, asked, moved, steps, names }
}

type Started = ReturnType<typeof start>

const body = { email: 'bo@example.org', permission: 'view' } as const
const calls: [string, (started: Started, share?: string) => Promise<unknown>, boolean][] = [
  ['seen', ({ grants }) => grants.list(ann, 'key'), false],
  ['given', ({ shares }) => shares.share(ann, 'key', body), false],
  ['changed', ({ grants }, share = 'share') => grants.change(ann, 'key', share, { permission: 'admin' }), true],
  ['revoked', ({ grants }, share = 'share') => grants.revoke(ann, 'key', share), true],
  ['told of again', ({ grants }, share = 'share') => grants.remind(ann, 'key', share), true],
  ['confirmed', ({ grants }, share = 'share') => grants.confirm(ann, 'key', share), true],
  ['restored', ({ grants }) => grants.restore(ann, 'key', 'share'), false],
]
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )

/** The field that is refused. */
const fieldOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => Object.keys((error as { errors: object }).errors).join(),
  )

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

/** The code of what an answer says. */
const saidIn = ({ said }: Said) => said.message[0]?.code

const stepsOf = (steps: unknown[], ...chosen: string[]) => steps.filter((step) => chosen.includes((step as string[])[0] ?? ''))

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

test('of several keys only one’s own are shared, and of the others nothing is said but that they are not found', async () => {
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
  expect((await shares.listContacts(ann)).data).toEqual(['ann', at(0), 500])
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
