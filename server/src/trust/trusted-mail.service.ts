import type { InTransaction, MailedLink, TrustServiceDeps } from './trust.service.ts'
import { rememberedFor } from './account-closing.service.ts'

/** Decides whether a link or an e-mail can be trusted: nobody else changed the way it took. */
export function createTrustedMail(deps: TrustServiceDeps) {
  const before = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  /** Milliseconds in which the person, who is notified, can object. */
  const waitingTime = () => deps.policy.quarantine_days * day

  return {
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
    /** Whether a mail that went out then said what we say, to whom we say it: nobody touched its way within the waiting time before, or a second administrator agreed. */
    wasWayClean: async ({ db }: InTransaction, at: Date): Promise<boolean> =>
      !(await deps.trust(db).wasWayTouched(new Date(at.getTime() - waitingTime()), at)),
    /**
     * An address that nobody had to prove counts as its person's, but not where somebody may have switched e-mail off so that nobody had to: then
     * what is shared with it waits for a proof, or for the owner's word.
     */
    async doubtUnproven({ db }: InTransaction, userId: string): Promise<void> {
      const rows = deps.trust(db)
      if (await rows.wasWayTouched(before(waitingTime()), deps.clock.date(), ['provider'])) await deps.closings(db).doubtAddress(userId)
    },
  }
}

const day = 24 * 60 * 60 * 1000
