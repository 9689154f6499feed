import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { testBody, testOutcome } from './template-trials.ts'

const endpoint = taggedEndpoint('E-mail mappings')

const trial = {
  body: z.strictObject({ ...testBody.shape, test_email: z.optional(emailField) }),
  errors: [
    'email.log_not_found',
    'email.mapping_not_found',
    'email.no_provider',
    'email.template_missing',
    'email.template_not_found',
    'email.template_unsound',
    'email.translation_not_found',
  ] as const,
  response: testOutcome,
}

export const testMapping = endpoint('POST /admin/email/event-mappings/{id}/test', {
  ...trial,
  summary: 'Send a test e-mail of this event with sample values, to yourself or the given address',
})

export const testEvent = endpoint('POST /admin/email/events/{id}/test', {
  ...trial,
  summary: 'Send a test e-mail of a mapping (alias)',
})
