import type { Said } from '@twofold/contract/said'
import { createManualClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ListedShareRow } from '../grants/grants.repository.ts'
import { createGrantsService, type GrantsServiceDeps } from '../grants/grants.service.ts'
import { createGivingService, type GivingServiceDeps } from '../grants/giving.service.ts'

const now = Date.UTC(2026, 0, 1)
export const day = 24 * 60 * 60 * 1000
const db = { name: 'outside of a transaction' } as unknown as Db
export const ann = { id: 'ann', name: 'Ann', email: 'ann@example.org' } as Identity
export const at = (milliseconds: number) => new Date(now + milliseconds)
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

export interface Found {
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
  isMailAvailable?: boolean
}

/** Access checks, and every statement and event that changes something. */
export function start({ mayNot, share = {}, listed = [], account, own = [], level = 'owner', count = 0, ...found }: Found = {}) {
  const { recipient = 'bo', known, members = [], groupKeys = 1, group, hadDirect = true, isMailAvailable = true } = found
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
    programs: () => ({
      find: async (id: string) => (id === 'bot' ? { id, name: 'Bot', shown_name: 'Bot', managers: ['max'] } : undefined),
      findShownName: async () => 'Bot',
    }),
    access: { require: ask, lock: ask, lockOwn: async () => new Set(own), requireActive: async () => {} },
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
    isMailAvailable: async () => isMailAvailable,
  }
  const names = () => steps.map((step) => (step as string[])[0])
  const grants = createGrantsService(deps as unknown as GrantsServiceDeps)
  return { grants, shares: createGivingService(deps as unknown as GivingServiceDeps), tx, asked, moved, steps, names }
}

export type Started = ReturnType<typeof start>

export const body = { email: 'bo@example.org', permission: 'view' } as const

export const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )

/** The code of what an answer says. */
export const saidIn = ({ said }: Said) => said.message[0]?.code

export const stepsOf = (steps: unknown[], ...chosen: string[]) => steps.filter((step) => chosen.includes((step as string[])[0] ?? ''))

/** The field that is refused. */
export const fieldOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => Object.keys((error as { errors: object }).errors).join(),
  )
