import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { languageField } from '../languages.ts'
import { mailStatus } from '../mail-design/mail-terms.ts'
import { idOrSlug } from '../mail-design/slugs.ts'
import { sampleData } from '../mail-design/template-fields.ts'
import { done } from '../said.ts'

const endpoint = taggedEndpoint('E-mail templates')

export const sendMethod = z.enum(['sync', 'queue'])

export const testOutcome = z.object({
  ...done,
  provider: z.nullable(z.string()),
  status: mailStatus,
  send_method: sendMethod,
  email_log_id: z.string(),
})
export type TestOutcome = z.infer<typeof testOutcome>

export const testBody = z.strictObject({
  test_email: emailField,
  send_method: z._default(sendMethod, 'sync'),
  data: z.optional(sampleData),
  language: z.optional(languageField),
})
export type TestBody = z.infer<typeof testBody>

export const testTemplate = endpoint('POST /admin/email/templates/{id}/test', {
  summary: 'Send a test e-mail of this template with sample values. `sync` answers with the outcome, `queue` at once',
  params: idOrSlug,
  body: testBody,
  errors: ['email.log_not_found', 'email.no_provider', 'email.template_not_found', 'email.template_unsound', 'email.translation_not_found'],
  response: testOutcome,
})
