import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { v7 as uuid } from 'uuid'
import { originOf } from '../../platform/work-origin.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import { type Composed, withTemplateFault } from './compose-or-stand-in.ts'
import { decide, type Decision } from '../../mail-rules/mappings/decide.ts'
import type { DecisionsService } from '../../mail-rules/mappings/decisions.service.ts'
import type { Announcement } from './announce.service.ts'

type Objections = Awaited<ReturnType<DecisionsService['findAllObjections']>>[number]

type NewDecision = Parameters<DecisionsService['put']>[1][number]

interface Draft {
  decision: NewDecision
  mail: NewMailRow | undefined
}

/** Decides whether an e-mail is sent, and drafts it. */
export function createMailEvaluation() {
  function judge({ event, mapping, recipient }: Announcement, objections: Objections | undefined, lastSentAt: Date | undefined, at: Date) {
    return decide({
      definition: eventCatalogue[event.name],
      mapping,
      template: mapping.template,
      data: event.data,
      recipient,
      isWanted: objections?.isWanted ?? true,
      suppression: objections?.suppression,
      lastSentAt,
      now: at,
    })
  }

  function draft(
    { event, mapping, recipient }: Announcement,
    judged: Decision = { isSent: false, reason: 'mapping', trace: [], delay: 0 },
    composed: Composed | undefined,
    { decided, isTrackingOn }: { decided: Date; isTrackingOn: boolean },
  ): Draft {
    const id = uuid()
    const decision = composed === undefined || !judged.isSent ? judged : withTemplateFault(judged, composed)
    const isTracked = eventCatalogue[event.name].class === 'optional' && isTrackingOn
    return {
      decision: {
        id,
        event_id: event.id,
        event_name: event.name,
        mapping_id: mapping.id,
        user_id: recipient.user_id,
        recipient_email: recipient.email,
        outcome: decision.isSent ? 'sent' : 'not_sent',
        reason: decision.reason,
        trace: JSON.stringify(decision.trace),
        decided_at: decided,
      },
      mail:
        decision.isSent && composed?.mail !== undefined
          ? { ...composed.mail, ...originOf(event.origin ?? {}), is_tracked: isTracked, decision_id: id }
          : undefined,
    }
  }

  return { judge, draft }
}
