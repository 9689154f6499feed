import * as z from 'zod/mini'
import { isStorable } from '../hidden-characters.ts'
import { providerKind } from '../mail-design/mail-terms.ts'

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 22:00'))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const value = z.union([z.string().check(z.maxLength(500), z.refine(isStorable)), z.number(), z.boolean()])

/** Conditions for an e-mail in addition to the mapping itself. Anything else is refused. */
export const mappingConditions = z.strictObject({
  enabled: z.optional(z.boolean()),
  /** Minimum seconds between two e-mails of this event to the same recipient. */
  cooldown: z.optional(z.int().check(z.minimum(0), z.maximum(31_536_000))),
  /** Field of the event → the value it must have, or one of several. */
  when: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z_]+(\.[a-z_]+)*$/), z.maxLength(100)),
      z.union([value, z.array(value).check(z.minLength(1), z.maxLength(50))]),
    ),
  ),
  /** E-mail in these hours waits until they end. */
  quiet_hours: z.optional(
    z.strictObject({ from: timeOfDay, to: timeOfDay, time_zone: z.string().check(z.refine(isTimeZone, 'This time zone is not known')) }),
  ),
})
export type MappingConditions = z.infer<typeof mappingConditions>

/** One check of the decision whether to send, in the order of the checks. */
export const verdict = z.object({
  check: z.enum(['mapping', 'template', 'enabled', 'when', 'recipient', 'preference', 'suppression', 'cooldown', 'quiet_hours']),
  passed: z.boolean(),
  detail: z.string(),
})
export type Verdict = z.infer<typeof verdict>

/** Every check made before an e-mail was sent, in order. */
export const decisionTrace = z.array(verdict)

/** Groups of events on the mapping screens. */
export const eventCategory = z.enum(['user', 'admin', 'system', 'security', 'other'])
export type EventCategory = z.infer<typeof eventCategory>

/** Follows from the name alone: keys and PINs are matters of security. */
export function categoryOfEvent(name: string): EventCategory {
  const [prefix = ''] = name.split('.')
  if (prefix === 'key' || prefix === 'pin') return 'security'
  return prefix === 'user' || prefix === 'admin' || prefix === 'system' ? prefix : 'other'
}

/** The template that an event uses. */
export const mapping = z.object({
  id: z.string(),
  event_name: z.string(),
  template_slug: z.nullable(z.string()),
  template_name: z.nullable(z.string()),
  /** Null: the template is missing. */
  template: z.nullable(z.object({ slug: z.string(), name: z.string(), provider_id: z.nullable(z.string()) })),
  /** Null: the default provider. */
  provider_id: z.nullable(z.string()),
  provider: z.nullable(z.object({ name: z.string(), provider: providerKind })),
  is_active: z.boolean(),
  conditions: mappingConditions,
  description: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Mapping = z.infer<typeof mapping>
