import { v7 as uuid } from 'uuid'
import type { Actor, AuditedAct } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Tx } from '../platform/transaction.ts'
import { addressHands, closingHands, findHand, isEssential } from './hands.ts'
import type { AccountHand, Hand } from './hands.ts'
import { requireOpen } from './require-open.ts'
import type { ClosingRows } from './closing-rows.ts'
import type { Closing, HandOnAccount, TrustRepository, WaitingClosing } from './trust.repository.ts'
import type { Effect } from './ways-out.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds for which secrets stay closed after a new PIN, whoever set it. */
const secretsClosedFor = day

/** Milliseconds for which an account that an administrator had a hand on is no heir of somebody else's keys. */
const newcomerFor = 30 * day

/** After that a hand decides nothing any more. */
const rememberedFor = 2 * newcomerFor

/** Closed accounts that are looked at in one turn. */
const mostWatched = 500

/** Hands that are named to a person. */
const mostShown = 20

/** By which each of these could be somebody else's: chosen by an administrator, or found by guesses that one forgave. */
const spoiledBy = {
  pin: ['pin_set', 'guesses_forgiven'],
  password: ['password_set', 'guesses_forgiven'],
} as const satisfies Record<string, readonly AccountHand[]>

type InTransaction = Pick<Tx, 'db'>

/** A link as it was stored. */
export interface MailedLink {
  user_id: string | null
  created_at: Date
  /** An administrator had it on the screen. */
  is_handed_over: boolean
}

/** What closed an account: an administrator's hand, or a reset by a link that somebody else may have had. */
export type ClosedBy = AccountHand | 'unclean_link'

/** What the person is told at once, with a link that stops it. */
export interface ClosingTold {
  userId: string
  by: ClosedBy
  /** Who did it; null: nobody signed in. */
  actor: string | null
  until: Date
  /** The address that the account had before. */
  oldAddress: string | null
}

export interface TrustServiceDeps {
  db: Db
  trust: (db: Db) => TrustRepository
  closings: (db: Db) => ClosingRows
  policy: Pick<Policy, 'quarantine_days'>
  /** Whether there is an administrator who could agree to what this one does. */
  hasSecond: (db: Db, administratorId: string) => Promise<boolean>
  /** Tells the person, in the transaction of what closed the account. */
  tell: (db: Db, told: ClosingTold) => Promise<void>
  clock: Clock
}

/**
 * The one place that decides whether an account, or a link that was mailed to it, may be trusted after somebody else's act.
 * See docs/decisions/0073-hands-close-an-account.md and docs/decisions/0107-quarantine-is-told-and-can-be-stopped.md.
 */
export function createTrustService(deps: TrustServiceDeps) {
  const before = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)
  const now = () => new Date(deps.clock.now())
  /** Milliseconds in which the person, who is told, can object. */
  const waitingTime = () => deps.policy.quarantine_days * day

  /** A template or a theme counts only where accounts depend on what is made with it. */
  async function matters(db: Db, hand: Hand & { on: 'installation' }): Promise<boolean> {
    const rows = deps.trust(db)
    // Before the first key nobody has anything to lose: an installation is set up without waiting.
    if (!(await rows.hasAnyKey())) return false
    if (hand.ofTemplate === undefined && hand.ofTheme === undefined) return true
    const uses = await rows.findUseOf(hand.ofTemplate === undefined ? { theme: hand.ofTheme ?? '' } : { template: hand.ofTemplate })
    return uses.some((use) => use.is_essential || use.events.some(isEssential))
  }

  async function close(db: Db, told: Omit<ClosingTold, 'until'>): Promise<void> {
    const until = new Date(deps.clock.now() + waitingTime())
    const rows = deps.trust(db)
    const hasHadKey = await rows.hasHadKey(told.userId)
    await deps.closings(db).close(told.userId, now(), { secrets: until, codes: hasHadKey ? until : null })
    if (hasHadKey) await deps.tell(db, { ...told, until })
  }

  const isShut = ({ codes_closed_until: until, stopped_at: stopped }: Closing) =>
    stopped !== null || (until !== null && until.getTime() > deps.clock.now())

  /** What is older than what closed the account is a proof, unless an administrator could have it. */
  async function isProof(db: Db, userId: string, closing: Closing, what: 'pin' | 'password'): Promise<boolean> {
    if (closing.closed_at === null) return false
    const changedAt = closing[`${what}_changed_at`]
    if (changedAt !== null && changedAt >= closing.closed_at) return false
    return !(await deps.trust(db).hasHand(userId, before(newcomerFor), spoiledBy[what]))
  }

  async function heedOld(db: Db, userId: string, what: 'pin' | 'password'): Promise<void> {
    const rows = deps.trust(db)
    const closing = await rows.findClosing(userId)
    if (closing === undefined || !(isShut(closing) || closing.needs_proof)) return
    if (await isProof(db, userId, closing, what)) await deps.closings(db).recordProof(userId, { secretsToo: false })
  }

  async function listHands(db: Db, userId: string, { closed_at: at }: Pick<Closing, 'closed_at'>): Promise<HandOnAccount[]> {
    if (at === null) return []
    const since = { account: at, installation: new Date(at.getTime() - waitingTime()) }
    return deps.trust(db).listHandsOn(userId, [...closingHands], since, mostShown)
  }

  return {
    /** Hears of each act that is written into the audit log, in its transaction, and keeps those that are hands. */
    async heed(db: Db, act: AuditedAct, actor: Actor | undefined): Promise<void> {
      const hand = findHand(act)
      if (hand === undefined || (hand.on === 'installation' && !(await matters(db, hand)))) return
      const rows = deps.trust(db)
      const needsApproval = hand.on === 'installation' && actor !== undefined && (await deps.hasSecond(db, actor.id))
      await Promise.all([
        rows.put({
          id: uuid(),
          user_id: hand.on === 'account' ? hand.userId : null,
          kind: hand.kind,
          target_name: act.target?.name ?? null,
          by_id: actor?.id ?? null,
          by_name: actor?.name ?? null,
          happened_at: now(),
          needs_approval: needsApproval,
        }),
        // Whoever shares with the address means whoever has it, and an administrator only says who that is.
        ...(hand.on === 'account' && addressHands.has(hand.kind) ? [deps.closings(db).doubtAddress(hand.userId)] : []),
      ])
      if (hand.on === 'installation') return
      if (!closingHands.has(hand.kind)) return
      const address = hand.kind === 'address_changed' ? act.before?.['email'] : undefined
      const oldAddress = typeof address === 'string' ? address : null
      await close(db, { userId: hand.userId, by: hand.kind, actor: actor?.name ?? null, oldAddress })
    },

    /**
     * Whether following the link proves the address: nobody else had the link, and what it was mailed by, made with and sent to was not
     * changed by somebody else, without a second administrator's consent, from the waiting time before it was made until now. Once its person has objected, waiting helps nobody: then
     * it is since the account was closed.
     */
    async isClean({ db }: InTransaction, link: MailedLink): Promise<boolean> {
      if (link.is_handed_over) return false
      const rows = deps.trust(db)
      const closing = link.user_id === null ? undefined : await rows.findClosing(link.user_id)
      const stopped = closing?.stopped_at ? closing.closed_at : null
      if (stopped !== null && stopped < before(rememberedFor - waitingTime())) return false
      const from = Math.min(link.created_at.getTime(), stopped?.getTime() ?? Infinity)
      return !(await rows.hasHandOnTheWay(link.user_id, new Date(from - waitingTime())))
    },

    /** Accounts that waiting will open; none where e-mail never went out, since waiting for it would be for ever. */
    async listWaiting(): Promise<WaitingClosing[]> {
      const rows = deps.trust(deps.db)
      const waiting = await rows.listWaiting(now(), mostWatched)
      return waiting.length > 0 && (await rows.hasEverHadMail()) ? waiting : []
    },

    /** Whether a mail that went out then said what we say, to whom we say it: nobody touched its way within the waiting time before, or a second administrator agreed. */
    wasWayClean: async ({ db }: InTransaction, at: Date): Promise<boolean> =>
      !(await deps.trust(db).wasWayTouched(new Date(at.getTime() - waitingTime()), at)),

    /**
     * An address that nobody had to prove counts as its person's, but not where somebody may have switched e-mail off so that nobody had to: then
     * what is shared with it waits for a proof, or for the owner's word.
     */
    async heedUnproven({ db }: InTransaction, userId: string): Promise<void> {
      const rows = deps.trust(db)
      if (await rows.wasWayTouched(before(waitingTime()), now(), ['provider'])) await deps.closings(db).doubtAddress(userId)
    },

    /** The waiting time runs from here: the account opens no earlier than when it is over. */
    waitFrom: ({ db }: InTransaction, userId: string, from: Date): Promise<void> =>
      deps.closings(db).holdClosed(userId, new Date(from.getTime() + waitingTime())),

    /** Whether the account has anything that a stranger in it could reach. */
    hasSomethingToProtect: ({ db }: InTransaction, userId: string): Promise<boolean> => deps.trust(db).hasHadKey(userId),

    /**
     * The account was entered by a link that somebody else may have had: until a proof there are no codes, and for the waiting time nothing
     * leaves the vault. Hands of administrators do the same by themselves.
     */
    close: ({ db }: InTransaction, userId: string): Promise<void> =>
      close(db, { userId, by: 'unclean_link', actor: null, oldAddress: null }),

    /** The person is known well enough for codes, and waits a day for secrets. */
    closeSecrets: ({ db }: InTransaction, userId: string): Promise<void> =>
      deps.closings(db).closeSecrets(userId, new Date(deps.clock.now() + secretsClosedFor)),

    /** The person objects: only a proof or a second administrator opens the account now. False: it is closed no more. */
    stop: ({ db }: InTransaction, userId: string): Promise<boolean> => deps.closings(db).stop(userId, now()),

    /** What closed the account, the newest first, until when, and which of the old PIN and password would prove its person; undefined while it is open. */
    async findClosing(userId: string): Promise<{ closing: Closing; hands: HandOnAccount[]; proofs: ('pin' | 'password')[] } | undefined> {
      const closing = await deps.trust(deps.db).findClosing(userId)
      if (closing === undefined || !isShut(closing)) return undefined
      const [hands, pin, password] = await Promise.all([
        listHands(deps.db, userId, closing),
        isProof(deps.db, userId, closing, 'pin'),
        isProof(deps.db, userId, closing, 'password'),
      ])
      return { closing, hands, proofs: [...(pin ? ['pin' as const] : []), ...(password ? ['password' as const] : [])] }
    },

    /** A second administrator opens the account. */
    async release({ db }: InTransaction, userId: string, administratorId: string): Promise<void> {
      const rows = deps.trust(db)
      const closing = await rows.findClosing(userId)
      if (closing === undefined || !isShut(closing)) throw fail('trust.not_closed')
      const askers = (await listHands(db, userId, closing)).flatMap(({ by_id: by }) => (by === null ? [] : [by]))
      if (userId === administratorId || askers.includes(administratorId)) throw fail('trust.own_hand')
      const since = before(newcomerFor)
      if ((await rows.hasHandOf(administratorId, askers, since)) || (await rows.madeOneOf(administratorId, askers, since)))
        throw fail('trust.not_independent')
      await deps.closings(db).recordProof(userId, { secretsToo: true })
    },

    async requireOpen({ id, closed }: Pick<Identity, 'id' | 'closed'>, effect: Effect): Promise<void> {
      if (effect === 'shows codes') requireOpen(closed, 'codes')
      if (effect === 'lets out') requireOpen(closed, 'secrets')
      if (effect !== 'makes a way in' || (closed.codes === null && closed.secrets === null)) return
      if (await deps.trust(deps.db).hasHadKey(id)) requireOpen(closed, 'secrets')
    },

    /** The person has shown what no hand could have given to somebody else. Secrets stay closed until their time is over. */
    recordProof: ({ db }: InTransaction, userId: string): Promise<void> => deps.closings(db).recordProof(userId, { secretsToo: false }),

    /** The PIN, or the password, was right. That is a proof where it is older than what closed the account. */
    heedPin: ({ db }: InTransaction, userId: string): Promise<void> => heedOld(db, userId, 'pin'),
    heedPassword: ({ db }: InTransaction, userId: string): Promise<void> => heedOld(db, userId, 'password'),

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
