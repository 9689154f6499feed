import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import { linkLifetimes } from '@twofold/contract/links'
import type { checkLink } from '@twofold/contract/links'
import type { Clock } from '../platform/clock.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Tx } from '../platform/transaction.ts'
import type { LinkPurpose, LinkRow, LinksRepository } from './links.repository.ts'
import type { RetentionTask } from '../platform/retention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a link that is over still says so, instead of being unknown. */
const rememberedFor = 30 * day

const kinds: Record<LinkPurpose, { path: string; lifetime: number }> = {
  verify_email: { path: '/verify-email', lifetime: linkLifetimes.verifyHours * hour },
  change_email: { path: '/verify-email', lifetime: linkLifetimes.verifyHours * hour },
  reset_password: { path: '/reset-password', lifetime: linkLifetimes.resetMinutes * minute },
  invite: { path: '/invite', lifetime: linkLifetimes.inviteDays * day },
  second_step: { path: '/second-step', lifetime: linkLifetimes.secondStepMinutes * minute },
  new_pin: { path: '/new-pin', lifetime: linkLifetimes.newPinMinutes * minute },
  stop: { path: '/stop', lifetime: linkLifetimes.stopDays * day },
}

export interface NewLink {
  purpose: LinkPurpose
  /** Null for an address without an account. */
  userId: string | null
  email: string
  /** Somebody else who makes it and may see it. */
  createdBy?: string
  /** They see it, and hand it over themselves: it proves nothing. */
  isHandedOver?: true
  /** Leaves earlier links to the same end good: who asks for this one has no say over those. */
  keepsOthers?: true
  /** Instead of the time that its kind is good for. */
  expiresAt?: Date
}

/** The variables of an event that carries a link. */
export interface LinkVariables {
  'link.url': string
  'link.expires_at': string
}

/**
 * Links that prove something: single-use, bound to person and address, stored as hashes only. One that is superseded is void, and so
 * is one of an account whose address or password changed (a trigger's work).
 */
export function createLinksService(deps: { db: Db; links: (db: Db) => LinksRepository; policy: Pick<Policy, 'address'>; clock: Clock }) {
  /** The token is in the fragment, which no server and no log gets to see. */
  function prepare({ purpose, userId, email, createdBy, isHandedOver, keepsOthers, ...more }: NewLink) {
    const token = newToken()
    const now = deps.clock.date()
    const { path, lifetime } = kinds[purpose]
    const expiresAt = more.expiresAt ?? new Date(now.getTime() + lifetime)
    const normalized = normalizeEmail(email)
    const whose = userId === null ? { email: normalized, created_by: createdBy ?? null } : { user_id: userId }
    async function write(db: Db): Promise<void> {
      const links = deps.links(db)
      const voided = keepsOthers === true ? undefined : links.voidOpen(purpose, whose, now)
      const made = links.put({
        token_hash: hashToken(token),
        purpose,
        user_id: userId,
        email: normalized,
        created_by: createdBy ?? null,
        is_handed_over: isHandedOver ?? false,
        created_at: now,
        expires_at: expiresAt,
      })
      await Promise.all([voided, made])
    }
    const variables = { 'link.url': `${deps.policy.address}${path}#token=${token}`, 'link.expires_at': expiresAt.toISOString() }
    return { variables, write }
  }

  return {
    /** Voids what was made before to the same end, for an address without an account only what the same person made. */
    async make(tx: Pick<Tx, 'db'>, link: NewLink): Promise<LinkVariables> {
      const { variables, write } = prepare(link)
      await write(tx.db)
      return variables
    },
    /** The same, written with the end of the transaction: nothing else in it makes such links, or changes whose they are. */
    makeLast(tx: Pick<Tx, 'db' | 'writeLast'>, link: NewLink): LinkVariables {
      const { variables, write } = prepare(link)
      tx.writeLast(() => write(tx.db))
      return variables
    },

    async check(token: string): Promise<CallResponse<typeof checkLink>> {
      const link = await deps.links(deps.db).find(hashToken(token))
      const state = stateOf(link, deps.clock.date())
      return { state, purpose: link?.purpose ?? null, email: state === 'good' && link !== undefined ? link.email : null }
    },

    /** Of an invitation, good or not. */
    async readInvitation(token: string): Promise<{ link: LinkRow; isGood: boolean }> {
      const link = await deps.links(deps.db).find(hashToken(token))
      const state = stateOf(link, deps.clock.date(), ['invite'])
      if (state === 'wrong' || link === undefined) throw fail('links.wrong')
      return { link, isGood: state === 'good' }
    },

    /** What a good link says, without using it up. */
    async require(token: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
      const link = await deps.links(deps.db).find(hashToken(token))
      const state = stateOf(link, deps.clock.date(), purposes)
      if (state !== 'good' || link === undefined) throw fail(`links.${state === 'good' ? 'wrong' : state}`)
      return link
    },

    /** Uses the link up; of many calls at once one succeeds. */
    async use(tx: Pick<Tx, 'db'>, token: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
      const links = deps.links(tx.db)
      const used = await links.use(hashToken(token), purposes, deps.clock.date())
      if (used !== undefined) return used
      const state = stateOf(await links.find(hashToken(token)), deps.clock.date(), purposes)
      throw fail(`links.${state === 'good' ? 'expired' : state}`)
    },

    /** What was asked for is not wanted any more. */
    async cancel(tx: Pick<Tx, 'db'>, purpose: LinkPurpose, userId: string): Promise<void> {
      await deps.links(tx.db).voidOpen(purpose, { user_id: userId }, deps.clock.date())
    },

    /**
     * How many links of a kind were made for an address in the last `milliseconds`. Kinds are counted apart, so that links that a stranger
     * can ask for use up nothing of the person's own.
     */
    countRecent: (tx: Pick<Tx, 'db'>, purpose: LinkPurpose, email: string, milliseconds: number): Promise<number> =>
      deps.links(tx.db).countSince(purpose, normalizeEmail(email), new Date(deps.clock.now() - milliseconds)),

    removable: (): RetentionTask[] => deps.links(deps.db).removable(new Date(deps.clock.now() - rememberedFor)),
  }
}

export type LinksService = ReturnType<typeof createLinksService>

function stateOf(link: LinkRow | undefined, now: Date, purposes?: readonly LinkPurpose[]) {
  if (link === undefined || (purposes !== undefined && !purposes.includes(link.purpose))) return 'wrong'
  if (link.used_at !== null) return 'used'
  return link.void_at !== null || link.expires_at <= now ? 'expired' : 'good'
}
