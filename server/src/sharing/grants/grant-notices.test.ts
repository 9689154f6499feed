import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import { createLostAccessNotices, type Ending } from '../access/lost-access-notices.service.ts'
import { createGrantsService, type GrantsServiceDeps } from './grants.service.ts'
import { createGrantRequestsService } from './grant-requests.service.ts'

const now = Date.UTC(2026, 0, 1)
const day = 24 * 60 * 60 * 1000
const at = (milliseconds: number) => new Date(now + milliseconds)
const bo = { id: 'bo', name: 'Bo' } as Identity

interface Found {
  /** People who still have a key in another way. */
  still?: { user_id: string; key_id: string }[]
  deleted?: string[]
  /** Shares that have expired, in the batches in which they are found. */
  expired?: { key_id: string }[][]
  /** Milliseconds since the share was asked for; null: it was not; undefined: there is none. */
  askedAgo?: number | null | undefined
  isFirst?: boolean
}

/** Every event and entry is kept, and what is asked for. */
function start({ still = [], deleted = [], expired = [], askedAgo, isFirst = true }: Found = {}) {
  const steps: unknown[] = []
  const asked: unknown[] = []
  const note =
    (name: string) =>
    async (...input: unknown[]) =>
      void steps.push([name, ...input.filter((part) => part !== tx)])
  const tx = { db: {}, emit: note('emit') } as unknown as Tx
  const shares = {
    findKeys: async (ids: string[]) =>
      ids.map((id) => {
        asked.push(id)
        return { id, name: `The ${id}`, owner_id: 'ann', owner_name: 'Ann', deleted_at: deleted.includes(id) ? at(0) : null }
      }),
    listStillVisible: async () => still,
    revokeExpired: async (date: Date, most: number) => {
      asked.push([date, most])
      return (expired.shift() ?? []).map((share) => ({
        recipient_id: 'bo',
        group_id: null,
        service_account_id: null,
        email: 'bo@example.org',
        ...share,
      }))
    },
  }
  const row = {
    id: 'share',
    key_id: 'key',
    name: 'Mine',
    issuer: null,
    owner_id: 'ann',
    owner_name: 'Ann',
    ended_because: 'owner',
    ended_at: at(-day),
  }
  const deps = {
    db: {} as Db,
    clock: createManualClock(now),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    grantRows: () => shares,
    activity: { record: note('record') },
    requests: () => ({
      list: async (who: object) => {
        asked.push(who)
        return askedAgo === undefined ? [] : [{ ...row, asked_at: askedAgo === null ? null : at(-askedAgo) }]
      },
      ask: async (...input: unknown[]) => {
        asked.push(input)
        return isFirst
      },
      nameOf: async () => 'Theirs',
    }),
  }
  const endings = createLostAccessNotices(deps)
  return {
    steps,
    asked,
    notify: (ending: Partial<Ending>) => endings.notify(tx, { users: ['bo'], keys: ['key'], reason: 'revoked', ...ending }),
    grants: createGrantsService({ ...deps, endings } as unknown as GrantsServiceDeps),
    requests: createGrantRequestsService(deps as unknown as Parameters<typeof createGrantRequestsService>[0]),
  }
}

const entry = (kind: string, name: string, more: object = {}) => ['record', { userId: 'bo', kind, detail: { name }, ...more }]
const event = (reason: string, name: unknown) => [
  'emit',
  'key.share.revoked',
  { to: { user_id: 'bo' }, data: { 'key.name': name, 'share.by': 'Ann', 'share.reason': reason } },
]

test('the notice of the end of a share names who ended it, and nobody for one that expired', async () => {
  const by = { id: 'ann', name: 'Ann' }
  for (const [ending, kind] of [
    [{ reason: 'revoked', by }, 'share_ended'],
    [{ reason: 'unconfirmed' }, 'share_ended'],
    [{ reason: 'expired' }, 'share_expired'],
  ] as const) {
    const { notify, steps } = start()
    await notify(ending)
    expect(steps).toEqual([entry(kind, 'The key', 'by' in ending ? { actor: by } : {}), event(ending.reason, 'The key')])
  }
})

test('nobody is notified of a key that they own or still have, or that is deleted; and a person who loses nothing costs nothing', async () => {
  const { notify, steps } = start({ still: [{ user_id: 'bo', key_id: 'kept' }], deleted: ['gone'] })
  await notify({ users: ['ann', 'bo'], keys: ['kept', 'gone', 'lost'] })
  expect(steps).toEqual([entry('share_ended', 'The lost'), event('revoked', 'The lost')])
  await notify({ users: ['ann', 'bo'], keys: ['kept', 'gone'] })
  expect(steps).toHaveLength(2)
  const nothing = start()
  await nothing.notify({ users: [] })
  await nothing.notify({ keys: [] })
  expect([nothing.steps, nothing.asked]).toEqual([[], []])
})

test('shares that have run out end a hundred at a time, and nobody is notified of those of a key that is deleted', async () => {
  const hundred = Array.from({ length: 99 }, () => ({ key_id: 'gone' }))
  const { grants, steps, asked } = start({
    deleted: ['gone'],
    expired: [[...hundred, { key_id: 'key' }], [{ key_id: 'gone' }], [{ key_id: 'late' }]],
  })
  expect(await grants.endExpired()).toBe(101)
  const given = ['record', { userId: 'ann', kind: 'share_given_expired', detail: { name: 'The key', with: 'bo@example.org' } }]
  expect(steps).toEqual([given, entry('share_expired', 'The key'), event('expired', 'The key')])
  expect(asked.filter(Array.isArray)).toEqual([
    [at(0), 100],
    [at(0), 100],
  ])
})

const askedAlready = { code: 'sharing.asked_already' }

test('a key that was lost in the last thirty days is asked for once a day', async () => {
  const ask = async (found: Found) => {
    const { requests, steps } = start(found)
    const refusal = await requests.ask(bo, 'key').then(
      () => undefined,
      (error: unknown) => error,
    )
    return [refusal, steps.length > 0]
  }
  const list = async (found: Found) => (await start(found).requests.list(bo)).data.map(({ asked_at: when, can_ask: can }) => [when, can])
  expect(await ask({ askedAgo: null })).toEqual([undefined, true])
  expect(await list({ askedAgo: null })).toEqual([[null, true]])
  expect(await ask({ askedAgo: day })).toEqual([undefined, true])
  expect(await list({ askedAgo: day })).toEqual([[at(-day).toISOString(), true]])
  expect(await ask({ askedAgo: day - 1 })).toEqual([expect.objectContaining(askedAlready), false])
  expect(await list({ askedAgo: day - 1 })).toMatchObject([[expect.any(String), false]])
  // Somebody asks in two tabs.
  expect(await ask({ askedAgo: null, isFirst: false })).toEqual([expect.objectContaining(askedAlready), false])
  expect(await ask({ askedAgo: undefined })).toEqual([expect.objectContaining({ code: 'keys.not_found' }), false])
  const { requests, asked } = start({ askedAgo: null })
  await requests.ask(bo, 'key')
  expect(asked).toEqual([{ userId: 'bo', since: at(-30 * day), now: at(0), keyId: 'key' }, ['share', { since: at(-day), now: at(0) }]])
})

test('the owner is notified of a request by the present name of the key, and the person who asks reads the name that they knew', async () => {
  const { requests, steps } = start({ askedAgo: null })
  await requests.ask(bo, 'key')
  const actor = { id: 'bo', name: 'Bo' }
  expect(steps).toEqual([
    ['record', { userId: 'bo', kind: 'share_asked', detail: { name: 'Mine', with: 'Ann' } }],
    ['record', { userId: 'ann', kind: 'share_asked_for', actor, detail: { name: 'Theirs', by: 'Bo' } }],
    ['emit', 'key.share.asked', { to: { user_id: 'ann' }, data: { 'key.name': 'Theirs', 'share.by': 'Bo' } }],
  ])
})
