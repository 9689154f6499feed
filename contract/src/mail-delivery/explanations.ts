import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { providerKind } from '../mail-design/mail-terms.ts'
import { sampleData } from '../mail-design/template-fields.ts'
import { eventName } from '../mail-rules/mapping-calls.ts'
import { mapping, verdict } from '../mail-rules/mappings.ts'

const endpoint = taggedEndpoint('E-mail mappings')

export const providerVerdict = z.object({
  id: z.string(),
  name: z.string(),
  provider: providerKind,
  state: z.enum(['chosen', 'in reserve', 'open', 'hour full', 'day full', 'no sender', 'inactive']),
  detail: z.string(),
})

export const explainMail = endpoint('POST /admin/email/explain', {
  summary: 'Simulate an event for a person at a given time: every check with its verdict, and the e-mail itself. Nothing is sent',
  body: z.strictObject({
    event_name: eventName,
    email: emailField,
    /** Now, where nothing is said. */
    at: z.optional(z.iso.datetime({ offset: true })),
    data: z.optional(sampleData),
  }),
  errors: [
    'email.event_unknown',
    'email.template_not_found',
    'email.template_unsound',
    'email.theme_not_found',
    'email.translation_not_found',
  ],
  response: z.object({
    success: z.boolean(),
    is_sent: z.boolean(),
    reason: z.string(),
    trace: z.array(verdict),
    mapping: z.nullable(mapping),
    recipient: z.object({ email: z.string(), name: z.nullable(z.string()), is_known: z.boolean() }),
    providers: z.array(providerVerdict),
    /** Held back until then by quiet hours. */
    waits_until: z.nullable(z.string()),
    mail: z.nullable(
      z.object({ subject: z.string(), html_content: z.string(), text_content: z.string(), preview_url: z.string(), language: z.string() }),
    ),
  }),
})
export type Explanation = z.infer<(typeof explainMail)['response']>
