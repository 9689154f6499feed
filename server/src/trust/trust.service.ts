import { v7 as uuid } from 'uuid'
import type { Actor, AuditedAct } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Tx } from '../platform/transaction.ts'
import type { Identity } from '../platform/http/identity.ts'
import { findHand, isEssential, waitingTime } from './hands.ts'
import type { Hand } from './hands.ts'
import { requireOpen } from './require-open.ts'
import type { TrustRepository } from './trust.repository.ts'
import type { Effect } from './ways-out.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds for which an account that an administrator had a hand on is no heir of somebody else's keys. */
const newcomerFor = 30 * day

/** After that a hand decides nothing any more. */
const rememberedFor = 2 * newcomerFor

type InTransaction = Pick<Tx, 'db'>

/** A link as it was stored. */
export interface MailedLink {
  user_id: string | null
  created_at: Date
  /** An administrator had it on the screen. */
  is_handed_over: boolean
}

/**
 * The one place that decides whether an account, or a link that was mailed to it, may be trusted after somebody else's act.
 * See docs/decisions/0073-hands-close-an-account.md.
 */
export function createTrustService(deps: { db: Db; trust: (db: Db) => TrustRepository; clock: Clock }) {
  const before = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  /** A template or a theme counts only where accounts depend on what is made with it. */
  async function matters(db: Db, hand: Hand & { on: 'installation' }): Promise<boolean> {
    const rows = deps.trust(db)
    // Before the first key nobody has anything to lose: an installation is set up without waiting.
    if (!(await rows.hasAnyKey())) return false
    if (hand.ofTemplate === undefined && hand.ofTheme === undefined) return true
    const uses = await rows.findUseOf(hand.ofTemplate === undefined ? { theme: hand.ofTheme ?? '' } : { template: hand.ofTemplate })
    return uses.some((use) => use.is_essential || use.events.some(isEssential))
  }

  return {
    /** Hears of each act that is written into the audit log, in its transaction, and keeps those that are hands. */
    async heed(db: Db, act: AuditedAct, actor: Actor | undefined): Promise<void> {
      const hand = findHand(act)
      if (hand === undefined || (hand.on === 'installation' && !(await matters(db, hand)))) return
      await deps.trust(db).put({
        id: uuid(),
        user_id: hand.on === 'account' ? hand.userId : null,
        kind: hand.kind,
        by_id: actor?.id ?? null,
        by_name: actor?.name ?? null,
        happened_at: new Date(deps.clock.now()),
      })
    },

    /**
     * Whether following the link proves the address: nobody else had the link, and what it was mailed by, made with and sent to was not
     * changed by somebody else from a day before it was made until now.
     */
    async isClean({ db }: InTransaction, link: MailedLink): Promise<boolean> {
      if (link.is_handed_over) return false
      return !(await deps.trust(db).hasHandOnTheWay(link.user_id, new Date(link.created_at.getTime() - waitingTime)))
    },

    /** Whether the account has anything that a stranger in it could reach. */
    hasSomethingToProtect: ({ db }: InTransaction, userId: string): Promise<boolean> => deps.trust(db).hasHadKey(userId),

    /** Somebody else may be in the account from now on: until a proof there are no codes, and for a day nothing leaves the vault. */
    async close({ db }: InTransaction, userId: string): Promise<void> {
      const until = new Date(deps.clock.now() + waitingTime)
      const rows = deps.trust(db)
      await rows.close(userId, { secrets: until, codes: (await rows.hasHadKey(userId)) ? until : null, needsProof: true })
    },

    /** The person is known well enough for codes, and waits a day for secrets. `needsProof`: the next sign-in takes more than a password. */
    async closeSecrets({ db }: InTransaction, userId: string, { needsProof }: { needsProof: boolean }): Promise<void> {
      await deps.trust(db).close(userId, { secrets: new Date(deps.clock.now() + waitingTime), codes: null, needsProof })
    },

    /** Throws 403 `keys.codes_closed` or `keys.secrets_closed` while the account is closed to what a call does. */
    async requireOpen({ id, closed }: Pick<Identity, 'id' | 'closed'>, effect: Effect): Promise<void> {
      if (effect === 'shows codes') requireOpen(closed, 'codes')
      if (effect === 'lets out') requireOpen(closed, 'secrets')
      if (effect !== 'makes a way in' || (closed.codes === null && closed.secrets === null)) return
      if (await deps.trust(deps.db).hasHadKey(id)) requireOpen(closed, 'secrets')
    },

    /** The person has shown what no hand could have given to somebody else. Secrets stay closed until their time is over. */
    recordProof: ({ db }: InTransaction, userId: string): Promise<void> => deps.trust(db).recordProof(userId),

    /**
     * The PIN was right. That is a proof where it is older than what closed the account, and no administrator chose it or forgave wrong tries
     * at it, by which it could have been found out.
     */
    async heedPin({ db }: InTransaction, userId: string): Promise<void> {
      const rows = deps.trust(db)
      const closing = await rows.findClosing(userId)
      if (closing === undefined || closing.codes_closed_until === null) return
      const closedAt = closing.codes_closed_until.getTime() - waitingTime
      if (closing.pin_changed_at !== null && closing.pin_changed_at.getTime() >= closedAt) return
      if (await rows.hasHand(userId, before(newcomerFor), ['pin_set', 'guesses_forgiven'])) return
      await rows.recordProof(userId)
    },

    /** Whether keys of somebody else may be handed over to the account: it is no recent creation of an administrator's. */
    async mayInherit({ db }: InTransaction, userId: string): Promise<boolean> {
      const rows = deps.trust(db)
      const createdAt = await rows.findCreatedAt(userId)
      return createdAt !== undefined && createdAt <= before(newcomerFor) && !(await rows.hasHand(userId, before(newcomerFor)))
    },

    removable: (): RetentionTask[] => deps.trust(deps.db).removable(before(rememberedFor)),
  }
}

export type TrustService = ReturnType<typeof createTrustService>
