import type { InTransaction, MailedLink, TrustServiceDeps } from './trust.service.ts'
import { rememberedFor } from './account-closing.service.ts'

/** Decides whether a link or an e-mail can be trusted: nobody else changed its path. */
export function createTrustedMail(deps: TrustServiceDeps) {
  const before = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  /** Milliseconds in which the person, who is notified, can object. */
  const waitingTime = () => deps.policy.quarantine_days * day

  return {
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
  }
}

const day = 24 * 60 * 60 * 1000
