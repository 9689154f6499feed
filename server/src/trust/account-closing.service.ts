import { v7 as uuid } from 'uuid'
import type { Actor, AuditedAct } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import { addressHands, closingHands, findHand, type Hand, isEssential } from './hands.ts'
import type { InTransaction, ClosingNotice, TrustServiceDeps } from './trust.service.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds for which secrets stay closed after a new PIN, set by anyone. */
const secretsClosedFor = day
/** Milliseconds for which an account that an administrator had a hand on is no heir of somebody else's keys. */
const newcomerFor = 30 * day

/** Closes accounts after another person's intervention. */
export function createAccountClosing(deps: TrustServiceDeps) {
  /** Milliseconds in which the person, who is notified, can object. */
  const waitingTime = () => deps.policy.quarantine_days * day

  /** A template or a theme counts only where accounts depend on what is made with it. */
  async function matters(db: Db, hand: Hand & { on: 'installation' }): Promise<boolean> {
    const rows = deps.trust(db)
    const isOfAll = hand.ofTemplate === undefined && hand.ofTheme === undefined
    const [hasAnyKey, uses] = await Promise.all([
      rows.hasAnyKey(),
      isOfAll ? [] : rows.findUseOf(hand.ofTemplate === undefined ? { theme: hand.ofTheme ?? '' } : { template: hand.ofTemplate }),
    ])
    // Without any keys there is nothing to protect: an installation can be set up without waiting.
    return hasAnyKey && (isOfAll || uses.some((use) => use.is_essential || use.events.some(isEssential)))
  }

  async function close(db: Db, notice: Omit<ClosingNotice, 'person' | 'until'>): Promise<void> {
    const until = new Date(deps.clock.now() + waitingTime())
    const rows = deps.trust(db)
    const { hasHadKey, person } = await rows.findToClose(notice.userId)
    await deps.closings().close(db, notice.userId, deps.clock.date(), { secrets: until, codes: hasHadKey ? until : null })
    if (hasHadKey && person !== undefined) await deps.notify(db, { ...notice, person, until })
  }

  return {
    /** Hears of each act that is written into the audit log, in its transaction, and keeps those that are hands. */
    async observeAct(db: Db, act: AuditedAct, actor: Actor | undefined): Promise<void> {
      const hand = findHand(act)
      if (hand === undefined) return
      const [isHand, needsApproval] =
        hand.on === 'installation'
          ? await Promise.all([matters(db, hand), actor !== undefined && deps.hasSecond(db, actor.id)])
          : [true, false]
      if (!isHand) return
      const rows = deps.trust(db)
      await Promise.all([
        rows.put({
          id: uuid(),
          user_id: hand.on === 'account' ? hand.userId : null,
          kind: hand.kind,
          target_name: act.target?.name ?? null,
          by_id: actor?.id ?? null,
          by_name: actor?.name ?? null,
          happened_at: deps.clock.date(),
          needs_approval: needsApproval,
        }),
        // Sharing with an address means its holder; an administrator only claims who that is.
        ...(hand.on === 'account' && addressHands.has(hand.kind) ? [deps.closings().doubtAddress(db, hand.userId)] : []),
      ])
      if (hand.on === 'installation') return
      if (!closingHands.has(hand.kind)) return
      const address = hand.kind === 'address_changed' ? act.before?.['email'] : undefined
      const oldAddress = typeof address === 'string' ? address : null
      await close(db, { userId: hand.userId, by: hand.kind, actor: actor?.name ?? null, oldAddress })
    },
    /**
     * The account was entered by a link that somebody else may have had: until a proof there are no codes, and for the waiting time nothing
     * leaves the vault. Hands of administrators do the same by themselves.
     */
    close: ({ db }: InTransaction, userId: string): Promise<void> =>
      close(db, { userId, by: 'unclean_link', actor: null, oldAddress: null }),
    /** The person is known well enough for codes, and waits a day for secrets. */
    closeSecrets: ({ db }: InTransaction, userId: string): Promise<void> =>
      deps.closings().closeSecrets(db, userId, new Date(deps.clock.now() + secretsClosedFor)),
  }
}

/** Interventions older than this have no effect. */
export const rememberedFor = 2 * newcomerFor
