import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { checkLink } from '@twofold/contract/links'
import { hashToken } from '../platform/crypto/token.ts'
import { fail } from '../platform/fail.ts'
import type { Tx } from '../platform/transaction.ts'
import { createLinkPreparation, type LinksServiceDeps, type LinkVariables, type NewLink } from './link-preparation.service.ts'
import type { LinkPurpose, LinkRow } from './links.repository.ts'
import type { RetentionTask } from '../platform/retention.ts'

const day = 24 * 60 * 60_000

/** Period for which an expired or used link is reported as such rather than as unknown. */
const rememberedFor = 30 * day

/**
 * Links that prove something: single-use, bound to person and address, stored as hashes only. One that is superseded is void, and so
 * is one of an account whose address or password changed (a trigger's work).
 */
export function createLinksService(deps: LinksServiceDeps) {
  const prepare = createLinkPreparation(deps)

  function requireGood(link: LinkRow | undefined, purposes: readonly LinkPurpose[]): LinkRow {
    const state = stateOf(link, deps.clock.date(), purposes)
    if (state !== 'good' || link === undefined) throw fail(`links.${state === 'good' ? 'wrong' : state}`)
    return link
  }

  return {
    /** Voids what was made before to the same end, for an address without an account only what the same person made. */
    async make(tx: Pick<Tx, 'db'>, link: NewLink): Promise<LinkVariables> {
      const { variables, write } = prepare(link)
      await write(tx.db)
      return variables
    },
    /** The same, written at the end of the transaction: nothing else in it may create such links, or change their owner. */
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

    /** The row of an invitation, valid or not. */
    async readInvitation(token: string): Promise<{ link: LinkRow; isGood: boolean }> {
      const link = await deps.links(deps.db).find(hashToken(token))
      const state = stateOf(link, deps.clock.date(), ['invite'])
      if (state === 'wrong' || link === undefined) throw fail('links.wrong')
      return { link, isGood: state === 'good' }
    },

    /** The row of a valid link, without using it up. */
    async require(token: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
      return requireGood(await deps.links(deps.db).find(hashToken(token)), purposes)
    },

    /**
     * Uses the link up; of many calls at once one succeeds. Its account and then its row are locked first, by a statement that travels with
     * `begin` and with what is read behind it; that it is used is written with what comes next.
     */
    async use(tx: Pick<Tx, 'db'>, token: string, purposes: readonly LinkPurpose[]): Promise<LinkRow> {
      const links = deps.links(tx.db)
      const link = requireGood(await links.lock(hashToken(token)), purposes)
      await links.markUsed(hashToken(token), deps.clock.date())
      return link
    },

    /** Voids a link that is no longer wanted. */
    async cancel(tx: Pick<Tx, 'db'>, purpose: LinkPurpose, userId: string): Promise<void> {
      await deps.links(tx.db).voidOpen(purpose, { user_id: userId }, deps.clock.date())
    },

    /**
     * Number of links of a kind made for an address in the last `milliseconds`. Kinds are counted separately, so that links which strangers can
     * request do not use up the person's own.
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
