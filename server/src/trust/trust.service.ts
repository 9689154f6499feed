import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Tx } from '../platform/transaction.ts'
import type { WhileClosed } from '../platform/while-closed.ts'
import type { AccountHand } from './hands.ts'
import { requireOpen } from './require-open.ts'
import type { ClosingRows } from './closing-rows.ts'
import type { TrustRepository, WaitingClosing } from './trust.repository.ts'
import { createAccountClosing, rememberedFor } from './account-closing.service.ts'
import { createClosureRelease } from './closure-release.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds for which an account that an administrator had a hand on is no heir of somebody else's keys. */
const newcomerFor = 30 * day

/** Closed accounts that are looked at in one turn. */
const mostWatched = 500

export type InTransaction = Pick<Tx, 'db'>

/** A link as it was stored. */
export interface MailedLink {
  user_id: string | null
  created_at: Date
  /** An administrator had it on the screen. */
  is_handed_over: boolean
}

/** Cause of a closure: an administrator's intervention, or a reset by a link that somebody else may have had. */
export type ClosedBy = AccountHand | 'unclean_link'

/** Sent to the person at once, with a link that stops the act. */
export interface ClosingNotice {
  userId: string
  person: { name: string; email: string }
  by: ClosedBy
  /** The actor; null: not signed in. */
  actor: string | null
  until: Date
  /** The address that the account had before. */
  oldAddress: string | null
}

export interface TrustServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  trust: (db: Db) => TrustRepository
  closings: () => ClosingRows
  policy: Pick<Policy, 'quarantine_days'>
  /** Whether another administrator could approve this one's acts. */
  hasSecond: (db: Db, administratorId: string) => Promise<boolean>
  /** Tells the person, in the transaction of what closed the account. */
  notify: (db: Db, notice: ClosingNotice) => Promise<void>
}

/**
 * The one place that decides whether an account, or a link e-mailed to it, can be trusted after somebody else's act. See
 * docs/decisions/0073-hands-close-an-account.md and docs/decisions/0107-quarantine-is-told-and-can-be-stopped.md.
 */
export function createTrustService(deps: TrustServiceDeps) {
  const before = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  /** Milliseconds in which the person, who is notified, can object. */
  const waitingTime = () => deps.policy.quarantine_days * day

  return {
    ...createAccountClosing(deps),
    ...createClosureRelease(deps),
    /**
     * Whether following the link proves the address: nobody else had the link, and from the waiting time before its creation until now nobody changed
     * its provider, template or recipient without a second administrator's approval. Once the person has objected, waiting does not help: then the
     * period starts with the closure.
     */
    async isClean({ db }: InTransaction, link: MailedLink): Promise<boolean> {
      if (link.is_handed_over) return false
      const rows = deps.trust(db)
      const isTouchedSince = (time: Date) => rows.hasHandOnTheWay(link.user_id, new Date(time.getTime() - waitingTime()))
      const [closing, isTouched] = await Promise.all([
        link.user_id === null ? undefined : rows.findClosing(link.user_id),
        isTouchedSince(link.created_at),
      ])
      const stopped = closing?.stopped_at ? closing.closed_at : null
      if (stopped === null) return !isTouched
      if (isTouched || stopped < before(rememberedFor - waitingTime())) return false
      return stopped >= link.created_at || !(await isTouchedSince(stopped))
    },
    /**
     * Whether an e-mail sent then had our content and recipient: nobody changed its path within the waiting time before, or a second administrator
     * approved.
     */
    wasWayClean: async ({ db }: InTransaction, at: Date): Promise<boolean> =>
      !(await deps.trust(db).wasWayTouched(new Date(at.getTime() - waitingTime()), at)),
    /**
     * An address that needed no proof counts as its person's, unless somebody may have switched e-mail off to avoid the proof: then shares to it wait
     * for a proof, or for their owner's confirmation.
     */
    async doubtUnproven({ db }: InTransaction, userId: string): Promise<void> {
      const rows = deps.trust(db)
      if (await rows.wasWayTouched(before(waitingTime()), deps.clock.date(), ['provider'])) await deps.closings().doubtAddress(db, userId)
    },
    /** Closed accounts that waiting will open; none if e-mail was never set up, as the wait would never end. */
    async listWaiting(): Promise<WaitingClosing[]> {
      const rows = deps.trust(deps.db)
      const waiting = await rows.listWaiting(deps.clock.date(), mostWatched)
      return waiting.length > 0 && (await rows.hasEverHadMail()) ? waiting : []
    },
    /** The waiting time runs from here: the account opens no earlier than when it is over. */
    waitFrom: ({ db }: InTransaction, userId: string, from: Date): Promise<void> =>
      deps.closings().holdClosed(db, userId, new Date(from.getTime() + waitingTime())),
    /** Whether the account holds anything that an intruder could reach. */
    hasSomethingToProtect: ({ db }: InTransaction, userId: string): Promise<boolean> => deps.trust(db).hasHadKey(userId),
    async requireOpen({ id, closed }: Pick<Identity, 'id' | 'closed'>, whileClosed: WhileClosed): Promise<void> {
      if (whileClosed === 'shows codes') requireOpen(closed, 'codes')
      if (whileClosed === 'lets out' || whileClosed === 'takes in') requireOpen(closed, 'secrets')
      if (whileClosed !== 'makes a way in' || (closed.codes === null && closed.secrets === null)) return
      if (await deps.trust(deps.db).hasHadKey(id)) requireOpen(closed, 'secrets')
    },
    /** Whether other people's keys may be handed over to the account: not if an administrator created it recently. */
    async mayInherit({ db }: InTransaction, userId: string): Promise<boolean> {
      const rows = deps.trust(db)
      const [createdAt, hasHand] = await Promise.all([rows.findCreatedAt(userId), rows.hasHand(userId, before(newcomerFor))])
      return createdAt !== undefined && createdAt <= before(newcomerFor) && !hasHand
    },
    removable: (): RetentionTask[] => deps.trust(deps.db).removable(before(rememberedFor)),
  }
}

export type TrustService = ReturnType<typeof createTrustService>
