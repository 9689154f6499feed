import { limits } from '@twofold/contract/limits'
import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ListedShareRow } from './grants.repository.ts'
import { createGrantsService } from './grants.service.ts'
import type { GrantsServiceDeps } from './grants.service.ts'
import { createSharesService } from './shares.service.ts'
import type { SharesServiceDeps } from './shares.service.ts'

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
  account?: { id: string } | undefined
  /** Of the keys that are asked for. */
  own?: string[]
  level?: 'view' | 'owner'
  /** Shares of the key. */
  count?: number
}

/** What is asked of access, and every statement and event that changes something. */
function start({ mayNot, share = {}, listed = [], account, own = [], level = 'owner', count = 0 }: Found = {}) {
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
  const found = share === 'none' ? undefined : { ...withBo, ...share }
  const sharing = {
    find: async (key: string, id: string) => (key === 'key' && id === 'share' ? found : undefined),
    findKeys: async (ids: string[]) => ids.map((id) => ({ id, name: `The ${id}` })),
    findWith: async () => undefined,
    followMoved: async () => undefined,
    countOf: async () => count,
    list: async () => listed.map((row) => ({ ...withBo, ...row })),
    change: note('change'),
    revoke: note('revoke'),
    revokeByOwner: note('revokeByOwner'),
    revokeDirect: note('revokeDirect', true),
    findGroupThatGives: async () => undefined,
    revive: note('revive', found),
    put: note('put'),
  }
  const deps = {
    db,
    clock: createManualClock(now),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    sharing: () => sharing,
    groups: () => ({
      lockOwn: async (owner: string, id: string) => (owner === 'ann' && id === 'group' ? { id, name: 'Team' } : undefined),
      listMembers: async () => [],
      countKeys: async () => 1,
      find: async () => ({ name: 'Team' }),
    }),
    programs: () => ({ find: async (id: string) => (id === 'bot' ? { id, name: 'Bot', managers: ['max'] } : undefined) }),
    access: { require: ask, lock: ask, lockOwn: async () => new Set(own) },
    // Writes what was shown before, which changes nothing of a share.
    usage: { flush: () => Promise.resolve() },
    invitations: {
      approach: note('approach', { email: 'bo@example.org', normalized: 'bo@example.org', recipientId: 'bo' }),
      findAccount: async () => account,
      tell: note('tell'),
      tellShared: note('tellShared'),
    },
    endings: { tell: note('told of the end') },
    activity: { record: note('record') },
  }
  const names = () => steps.map((step) => (step as string[])[0])
  const grants = createGrantsService(deps as unknown as GrantsServiceDeps)
  return { grants, shares: createSharesService(deps as unknown as SharesServiceDeps), asked, steps, names }
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

test('whoever has a key by a share leaves it, and its owner does not', async () => {
  const { grants, asked, names } = start()
  expect([await codeOf(grants.leave(ann, 'key')), asked, names()]).toEqual(['sharing.own_key', [['ann', 'key', 'view']], []])
  const recipient = start({ level: 'view' })
  expect(await codeOf(recipient.grants.leave(ann, 'key'))).toBe('done')
  expect(recipient.steps[0]).toEqual(['revokeDirect', 'key', 'ann', at(0)])
})

test('what ended is given again within a day, in place of a share that the key may still have', async () => {
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

test('whoever waits is confirmed where they have an account that is not the owner’s, and nobody who has the key is replaced', async () => {
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

test('nobody is told again of a share with a group, or of one that is over', async () => {
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

test('a change keeps what it says nothing of, and tells of another level only', async () => {
  const { grants, steps, names } = start({ share: { expires_at: at(day) } })
  await grants.change(ann, 'key', 'share', { permission: 'admin' })
  expect(steps[0]).toEqual(['change', 'share', { permission: 'admin', expires_at: at(day) }])
  expect(names()).toEqual(['change', 'record', 'tellShared'])
  const longer = start({ share: { expires_at: at(day) } })
  await longer.grants.change(ann, 'key', 'share', { expires_at: null })
  expect(longer.steps[0]).toEqual(['change', 'share', { permission: 'view', expires_at: null }])
  expect(longer.names()).toEqual(['change', 'record'])
  expect(await fieldOf(longer.grants.change(ann, 'key', 'share', { expires_at: at(0).toISOString() }))).toBe('expires_at')
})
