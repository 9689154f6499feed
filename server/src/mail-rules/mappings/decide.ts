import type { EventDefinition } from '@twofold/contract/event-definition'
import type { MappingConditions, Verdict } from '@twofold/contract/mail-rules/mappings'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import { speak, type Spoken } from '../../platform/spoken.ts'
import { holdsBack } from './suppression-holds-back.ts'
import { quietFor } from './quiet-hours.ts'

/** Everything that a decision depends on, looked up beforehand: deciding itself touches nothing. */
export interface DecisionFacts {
  definition: Pick<EventDefinition, 'class'>
  mapping: { is_active: boolean; conditions: MappingConditions } | undefined
  template: { is_active: boolean; name: string } | undefined
  /** The event's data, flat: `share.permission` → `view`. */
  data: Readonly<Record<string, string | number>>
  recipient: { is_active: boolean; user_id: string | null } | undefined
  /** False: the person has opted out of e-mail of this event. */
  isWanted: boolean
  suppression: { reason: SuppressionReason } | undefined
  /** Time of the last e-mail of this event to this recipient. */
  lastSentAt: Date | undefined
  now: Date
}

export interface Decision {
  isSent: boolean
  /** The check that decided; 'sent' when nothing spoke against it. */
  reason: Verdict['check'] | 'sent'
  trace: Verdict[]
  /** Milliseconds until the end of the quiet hours. */
  delay: number
}

/** Decides whether an event becomes an e-mail for one recipient, with the verdict of every check made. Stops at the first that fails. */
export function decide(facts: DecisionFacts): Decision {
  const trace: Verdict[] = []
  for (const check of checks) {
    const result = check(facts)
    if (result === undefined) continue
    trace.push(result)
    if (!result.passed) return { isSent: false, reason: result.check, trace, delay: 0 }
  }
  const delay = isEssential(facts) ? 0 : delayOf(facts)
  if (delay > 0)
    trace.push({ check: 'quiet_hours', passed: true, detail: speak('verdict.quiet_hours', { minutes: String(Math.ceil(delay / 60_000)) }) })
  return { isSent: true, reason: 'sent', trace, delay }
}

/** E-mail that an account depends on is exempt from delays. */
function isEssential({ definition }: DecisionFacts): boolean {
  return definition.class === 'account'
}

function delayOf({ mapping, now }: DecisionFacts): number {
  const hours = mapping?.conditions.quiet_hours
  return hours === undefined ? 0 : quietFor(hours, now)
}

type Check = (facts: DecisionFacts) => (Verdict & { detail: Spoken }) | undefined

const checks: readonly Check[] = [
  ({ mapping }) => ({
    check: 'mapping',
    passed: mapping?.is_active === true,
    detail: speak(mapping === undefined ? 'verdict.no_mapping' : mapping.is_active ? 'verdict.mapping_active' : 'verdict.mapping_inactive'),
  }),
  (facts) => ({
    check: 'template',
    passed: facts.template !== undefined && (facts.template.is_active || isEssential(facts)),
    detail:
      facts.template === undefined
        ? speak('verdict.template_missing')
        : speak(facts.template.is_active ? 'verdict.template_active' : 'verdict.template_inactive', { name: facts.template.name }),
  }),
  (facts) => {
    const enabled = facts.mapping?.conditions.enabled
    if (enabled === undefined || isEssential(facts)) return undefined
    return { check: 'enabled', passed: enabled, detail: speak(enabled ? 'verdict.enabled' : 'verdict.disabled') }
  },
  (facts) => {
    const { mapping, data } = facts
    const wanted = Object.entries(mapping?.conditions.when ?? {})
    if (wanted.length === 0 || isEssential(facts)) return undefined
    // A link decides nothing, and matches nothing.
    const different = wanted.find(([field, value]) => field.startsWith('link.') || !matches(data[field], value))
    if (different === undefined) {
      const count = wanted.length
      const detail = count === 1 ? speak('verdict.value_matches') : speak('verdict.values_match', { count: String(count) })
      return { check: 'when', passed: true, detail }
    }
    const [field] = different
    // Administrators read traces, so a trace must not hold a link.
    const detail = field.startsWith('link.')
      ? speak('verdict.link_differs', { field })
      : speak('verdict.value_differs', { field, value: JSON.stringify(data[field] ?? null) })
    return { check: 'when', passed: false, detail }
  },
  // Security e-mail also reaches somebody who was just deactivated: it informs them about that.
  ({ recipient, definition }) => ({
    check: 'recipient',
    passed: recipient !== undefined && (recipient.is_active || definition.class === 'security' || definition.class === 'account'),
    detail: speak(
      recipient === undefined
        ? 'verdict.recipient_gone'
        : recipient.is_active
          ? 'verdict.recipient_active'
          : 'verdict.recipient_deactivated',
    ),
  }),
  ({ definition, isWanted }) =>
    definition.class === 'optional'
      ? { check: 'preference', passed: isWanted, detail: speak(isWanted ? 'verdict.wanted' : 'verdict.unwanted') }
      : undefined,
  (facts) => {
    const { suppression } = facts
    if (suppression === undefined) return { check: 'suppression', passed: true, detail: speak('verdict.not_suppressed') }
    const isLetThrough = !holdsBack(suppression.reason, facts.definition.class, (facts.recipient?.user_id ?? null) !== null)
    return {
      check: 'suppression',
      passed: isLetThrough,
      detail: speak(`verdict.${isLetThrough ? 'let_through' : 'suppressed'}_${suppression.reason}`),
    }
  },
  (facts) => {
    const cooldown = facts.mapping?.conditions.cooldown
    if (cooldown === undefined || cooldown === 0 || isEssential(facts)) return undefined
    const rest = facts.lastSentAt === undefined ? 0 : facts.lastSentAt.getTime() + cooldown * 1000 - facts.now.getTime()
    return {
      check: 'cooldown',
      passed: rest <= 0,
      detail: rest <= 0 ? speak('verdict.cooldown_over') : speak('verdict.cooldown', { minutes: String(Math.ceil(rest / 60_000)) }),
    }
  },
]

function matches(actual: string | number | undefined, wanted: string | number | boolean | readonly (string | number | boolean)[]): boolean {
  if (actual === undefined) return false
  const choices = Array.isArray(wanted) ? wanted : [wanted]
  return choices.some((choice) => String(choice) === String(actual))
}
