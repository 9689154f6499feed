import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../paging.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { eventCategory, mapping, mappingConditions, verdict } from './mappings.ts'
import { providerKind, unchangedSince } from '../mail-design/mail-terms.ts'
import { slugField } from '../mail-design/slugs.ts'
import { done, said, wordings } from '../said.ts'

const endpoint = taggedEndpoint('E-mail mappings')

export const eventName = z.string().check(z.maxLength(100), z.regex(/^[a-z_]+(\.[a-z_]+)+$/, 'Please choose an event'))

const fields = {
  event_name: eventName,
  template_slug: slugField,
  /** Null: the default provider. */
  provider_id: z.optional(z.nullable(z.uuid())),
  is_active: z.optional(z.boolean()),
  conditions: z.optional(mappingConditions),
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500), z.refine(hasNoControlCharacters)))),
}

/** Fields of the answer that the server owns: a form may send them back, and they are ignored. */
const serverOwned = {
  id: z.optional(z.unknown()),
  template: z.optional(z.unknown()),
  template_name: z.optional(z.unknown()),
  provider: z.optional(z.unknown()),
  stats: z.optional(z.unknown()),
  created_at: z.optional(z.unknown()),
  updated_at: z.optional(z.unknown()),
}

const wholeMapping = z.strictObject({ ...fields, ...serverOwned })

const replacedMapping = z.strictObject({ ...wholeMapping.shape, unchanged_since: unchangedSince })
export type WholeMapping = z.infer<typeof replacedMapping>

const changedMapping = z.strictObject({
  template_slug: z.optional(slugField),
  provider_id: fields.provider_id,
  is_active: fields.is_active,
  conditions: fields.conditions,
  description: fields.description,
})
export type ChangedMapping = z.infer<typeof changedMapping>

export const listMappings = endpoint('GET /admin/email/event-mappings', {
  summary: 'List event mappings with their conditions, and the templates and providers to choose from',
  response: z.object({
    success: z.boolean(),
    mappings: z.array(mapping),
    templates: z.array(z.object({ slug: z.string(), name: z.string(), category: z.nullable(z.string()), is_active: z.boolean() })),
    providers: z.array(
      z.object({ id: z.string(), name: z.string(), provider: providerKind, is_default: z.boolean(), is_active: z.boolean() }),
    ),
  }),
})

export const eventDescription = z.object({
  name: z.string(),
  title: z.string(),
  when: z.string(),
  said: z.object({ title: wordings, when: wordings }),
  audience: z.enum(['user', 'address', 'administrators', 'active users', 'subscribers']),
  /** `account`: an account depends on its e-mail. */
  class: z.enum(['security', 'account', 'optional', 'system']),
  category: eventCategory,
  /** Variable → a sample. */
  variables: z.record(z.string(), z.union([z.string(), z.number()])),
  is_mapped: z.boolean(),
})
export type EventDescription = z.infer<typeof eventDescription>

export const listAvailableEvents = endpoint('GET /admin/email/event-mappings/available/events', {
  summary: 'List the events that can be sent by e-mail',
  response: z.object({ success: z.boolean(), events: z.array(z.string()), descriptions: z.array(eventDescription) }),
})

const oneMapping = { success: z.boolean(), mapping }
const changed = {
  ...oneMapping,
  ...said,
  /** Variables of the template that this event lacks: they are empty in its e-mails. */
  missing_variables: z.array(z.string()),
}

export const getMapping = endpoint('GET /admin/email/event-mappings/{id}', {
  summary: 'Get a mapping with its event',
  errors: ['email.event_unknown', 'email.mapping_not_found'],
  response: z.object({ ...oneMapping, event: eventDescription }),
})

/** Every change of a mapping can meet these. */
const mappingErrors = [
  'email.condition_link',
  'email.event_mapped',
  'email.mapping_essential',
  'email.provider_unknown',
  'email.template_unknown',
] as const

export const createMapping = endpoint('POST /admin/email/event-mappings', {
  summary: 'Map an event to a template. Older event names are resolved',
  status: 201,
  idempotent: true,
  body: wholeMapping,
  errors: [...mappingErrors, 'email.event_unknown'],
  response: z.object(changed),
})

export const changeMapping = endpoint('PUT /admin/email/event-mappings/{id}', {
  summary: 'Replace a mapping. Omitted fields keep their value. With `unchanged_since`, refused if it has changed since',
  body: replacedMapping,
  errors: [...mappingErrors, 'email.changed_meanwhile', 'email.event_unknown', 'email.mapping_not_found'],
  response: z.object(changed),
})

export const changeMappingPart = endpoint('PATCH /admin/email/event-mappings/{id}', {
  summary: 'Change some fields of a mapping',
  body: changedMapping,
  errors: [...mappingErrors, 'email.mapping_not_found'],
  response: z.object(changed),
})

export const toggleMapping = endpoint('PATCH /admin/email/event-mappings/{id}/toggle', {
  summary: 'Switch a mapping on or off',
  errors: [...mappingErrors, 'email.mapping_not_found'],
  response: z.object({ ...oneMapping, ...said }),
})

export const removeMapping = endpoint('DELETE /admin/email/event-mappings/{id}', {
  summary: 'Delete a mapping; its event is no longer sent by e-mail',
  errors: ['email.mapping_essential', 'email.mapping_not_found'],
  response: z.object(done),
})

export const decision = z.object({
  id: z.string(),
  event_id: z.string(),
  recipient_email: z.string(),
  outcome: z.enum(['sent', 'not_sent']),
  reason: z.string(),
  trace: z.array(verdict),
  email_log_id: z.nullable(z.string()),
  decided_at: z.string(),
})
export type MappingDecision = z.infer<typeof decision>

export const listMappingDecisions = endpoint('GET /admin/email/event-mappings/{id}/decisions', {
  summary: 'Explain what happened to an event: each recipient with every check that was made',
  query: z.strictObject({ page: pageField, outcome: z.optional(z.enum(['sent', 'not_sent'])) }),
  errors: ['email.mapping_not_found'],
  response: z.object({ success: z.boolean(), decisions: pageOf(decision) }),
})
