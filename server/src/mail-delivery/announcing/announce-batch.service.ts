import { spokenElsewhere } from '../../platform/spoken.ts'
import { isDatabaseUnavailable } from '../../platform/database.ts'
import { TemplateError } from '../../mail-design/markup/template-error.ts'
import type { AnnounceDeps, Announcement } from './announce.service.ts'
import { createMailEvaluation } from './mail-evaluation.service.ts'

const hasCooldown = ({ mapping }: Announcement) => mapping.conditions.cooldown !== undefined

/** Decides about e-mails and stores them. */
export function createAnnounceBatch(deps: AnnounceDeps) {
  const judged = createMailEvaluation()
  const { judge, draft } = judged

  async function announce(announcements: readonly Announcement[], failures: Map<Announcement, unknown>): Promise<void> {
    const [held, free] = [announcements.filter(hasCooldown), announcements.filter((one) => !hasCooldown(one))]
    await announceTogether(free, failures, false)
    // A cooldown counts those before: two for the same address are not decided about in one go.
    for (const round of inRounds(held)) await announceTogether(round, failures, true)
  }

  async function announceTogether(
    announcements: readonly Announcement[],
    failures: Map<Announcement, unknown>,
    isHeld: boolean,
  ): Promise<void> {
    if (announcements.length === 0) return
    try {
      await decideAndStore(announcements, failures, isHeld)
    } catch (error) {
      if (announcements.length === 1 || isDatabaseUnavailable(error)) for (const one of announcements) failures.set(one, error)
      // One that cannot be stored must not block the others.
      else for (const one of announcements) await announceTogether([one], failures, isHeld)
    }
  }

  async function decideAndStore(announcements: readonly Announcement[], failures: Map<Announcement, unknown>, isHeld: boolean) {
    const asked = announcements.map(({ event, recipient }) => ({ event: event.name, email: recipient.email, user_id: recipient.user_id }))
    const decided = deps.clock.date()
    const objections = await deps.decisions.findAllObjections(deps.db, asked)
    // Looked up out here: a transaction that waits for a second connection may wait for one that waits for it.
    const isTrackingOn = await deps.isTrackingOn()
    const domainFor = await deps.messageIdDomains()
    const judgeAll = (lastSent: readonly (Date | undefined)[]) =>
      announcements.map((one, index) => judge(one, objections[index], lastSent[index], decided))

    // Rendered before the transaction begins, which would keep others waiting. What a cooldown lets through under its lock, it does here too.
    const expected = judgeAll(isHeld ? await deps.decisions.findLastSent(deps.db, asked) : [])
    const composed = await deps.composeOrStandIn(
      announcements.map((one, index) => ({
        ...one,
        now: decided,
        delay: expected[index]?.delay ?? 0,
        domainFor,
        isSent: expected[index]?.isSent === true,
      })),
    )
    await deps.transaction(async ({ db }) => {
      if (isHeld) await deps.decisions.lockCooldowns(db, asked)
      const judged = isHeld ? judgeAll(await deps.decisions.findLastSent(db, asked)) : expected
      const drafts = announcements.map((one, index) => draft(one, judged[index], composed[index], { decided, isTrackingOn }))
      const fresh = await deps.decisions.put(
        db,
        drafts.map(({ decision }) => decision),
      )
      await deps.queue(db).putAll(drafts.flatMap(({ decision, mail }) => (mail !== undefined && fresh.has(decision.id) ? [mail] : [])))
    })
    deps.onMail()
    // Tried again by its job: by then somebody may have mended the template.
    for (const [index, one] of announcements.entries()) {
      const { mail, fault } = composed[index] ?? {}
      if (fault !== undefined && mail === undefined) failures.set(one, new TemplateError(spokenElsewhere(fault)))
    }
  }

  return {
    announce,
  }
}

/** Splits announcements into as few groups as possible, none of which has an event twice for the same address. */
function inRounds(announcements: readonly Announcement[]): Announcement[][] {
  const rounds: Announcement[][] = []
  const seen = new Map<string, number>()
  for (const one of announcements) {
    const key = `${one.event.name} ${one.recipient.email}`
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    ;(rounds[round] ??= []).push(one)
  }
  return rounds
}
