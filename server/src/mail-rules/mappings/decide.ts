import type { EventDefinition } from '@twofold/contract/event-definition'
import type { MappingConditions, Verdict } from '@twofold/contract/mail-rules/mappings'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import { holdsBack } from './holds-back.ts'
import { quietFor } from './quiet-hours.ts'

/** Everything that a decision depends on, looked up beforehand: deciding itself touches nothing. */
export interface DecisionFacts {
  definition: Pick<EventDefinition, 'class'>
  mapping: { is_active: boolean; conditions: MappingConditions } | undefined
  template: { is_active: boolean; name: string } | undefined
  /** The event's data, flat: `share.permission` → `view`. */
  data: Readonly<Record<string, string | number>>
  recipient: { is_active: boolean; user_id: string | null } | undefined
  /** False: the person chose not to get mail of this event. */
  isWanted: boolean
  suppression: { reason: SuppressionReason } | undefined
  /** When this event was last mailed to this recipient. */
  lastSentAt: Date | undefined
  now: Date
}

export interface Decision {
  isSent: boolean
  /** The check that decided; 'sent' when nothing spoke against it. */
  reason: Verdict['check'] | 'sent'
  trace: Verdict[]
  /** Milliseconds that the mail has to wait for the end of the quiet hours. */
  delay: number
}

/** Whether an event becomes a mail for one recipient, with the verdict of every check that was made. Stops at the first that fails. */
export function decide(facts: DecisionFacts): Decision {
  const trace: Verdict[] = []
  for (const check of checks) {
    const result = check(facts)
    if (result === undefined) continue
    trace.push(result)
    if (!result.passed) return { isSent: false, reason: result.check, trace, delay: 0 }
  }
  const delay = isEssential(facts) ? 0 : delayOf(facts)
  if (delay > 0) trace.push({ check: 'quiet_hours', passed: true, detail: `Quiet hours: waits ${Math.ceil(delay / 60_000)} min` })
  return { isSent: true, reason: 'sent', trace, delay }
}

/** Mail that an account depends on gets through where other mail is held up. */
function isEssential({ definition }: DecisionFacts): boolean {
  return definition.class === 'account'
}

function delayOf({ mapping, now }: DecisionFacts): number {
  const hours = mapping?.conditions.quiet_hours
  return hours === undefined ? 0 : quietFor(hours, now)
}

const suppressedBecause: Record<SuppressionReason, string> = {
  bounce: 'mail to it came back',
  complaint: 'its person complained',
  manual: 'it was added by hand',
  unsubscribe: 'its person unsubscribed',
}

type Check = (facts: DecisionFacts) => Verdict | undefined

const checks: readonly Check[] = [
  ({ mapping }) => ({
    check: 'mapping',
    passed: mapping?.is_active === true,
    detail: mapping === undefined ? 'No mapping for this event' : mapping.is_active ? 'The mapping is active' : 'The mapping is inactive',
  }),
  (facts) => ({
    check: 'template',
    passed: facts.template !== undefined && (facts.template.is_active || isEssential(facts)),
    detail:
      facts.template === undefined
        ? 'The template is missing'
        : `“${facts.template.name}” is ${facts.template.is_active ? 'active' : 'inactive'}`,
  }),
  (facts) => {
    const enabled = facts.mapping?.conditions.enabled
    if (enabled === undefined || isEssential(facts)) return undefined
    return { check: 'enabled', passed: enabled, detail: enabled ? 'Enabled by its conditions' : 'Disabled by its conditions' }
  },
  (facts) => {
    const { mapping, data } = facts
    const wanted = Object.entries(mapping?.conditions.when ?? {})
    if (wanted.length === 0 || isEssential(facts)) return undefined
    // A link decides nothing, and matches nothing.
    const different = wanted.find(([field, value]) => field.startsWith('link.') || !matches(data[field], value))
    if (different === undefined) return { check: 'when', passed: true, detail: `All ${wanted.length} values match` }
    const [field] = different
    // Administrators read traces: what a link is good for must not stand there.
    const value = field.startsWith('link.') ? 'something else' : JSON.stringify(data[field] ?? null)
    return { check: 'when', passed: false, detail: `${field} is ${value}` }
  },
  // Security mail also reaches somebody who has just been deactivated: that is what it tells them.
  ({ recipient, definition }) => ({
    check: 'recipient',
    passed: recipient !== undefined && (recipient.is_active || definition.class === 'security' || definition.class === 'account'),
    detail:
      recipient === undefined
        ? 'Nobody has this account any more'
        : recipient.is_active
          ? 'The recipient is active'
          : 'The recipient is deactivated',
  }),
  ({ definition, isWanted }) =>
    definition.class === 'optional'
      ? { check: 'preference', passed: isWanted, detail: isWanted ? 'The recipient wants it' : 'The recipient chose not to get it' }
      : undefined,
  (facts) => {
    const { suppression } = facts
    if (suppression === undefined) return { check: 'suppression', passed: true, detail: 'The address is not suppressed' }
    const isLetThrough = !holdsBack(suppression.reason, facts.definition.class, (facts.recipient?.user_id ?? null) !== null)
    return {
      check: 'suppression',
      passed: isLetThrough,
      detail: `The address is suppressed: ${suppressedBecause[suppression.reason]}${isLetThrough ? ', but the account depends on this mail' : ''}`,
    }
  },
  (facts) => {
    const cooldown = facts.mapping?.conditions.cooldown
    if (cooldown === undefined || cooldown === 0 || isEssential(facts)) return undefined
    const rest = facts.lastSentAt === undefined ? 0 : facts.lastSentAt.getTime() + cooldown * 1000 - facts.now.getTime()
    return {
      check: 'cooldown',
      passed: rest <= 0,
      detail: rest <= 0 ? 'Long enough since the last one' : `Cooldown: ${Math.ceil(rest / 60_000)} min left`,
    }
  },
]

function matches(actual: string | number | undefined, wanted: string | number | boolean | readonly (string | number | boolean)[]): boolean {
  if (actual === undefined) return false
  const choices = Array.isArray(wanted) ? wanted : [wanted]
  return choices.some((choice) => String(choice) === String(actual))
}
