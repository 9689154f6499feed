import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Security notice')

export const noticeTitleMax = 120
export const noticeMessageMax = 5000

export const getNoticeReach = endpoint('GET /admin/system/security-notice', {
  summary: 'Count the recipients of a security notice, and get the last one sent',
  response: z.object({
    /** Active people who get the e-mail: not those whose address is suppressed. */
    people: z.number(),
    /** E-mail can be sent; otherwise it waits. */
    is_mail_available: z.boolean(),
    last: z.nullable(z.object({ title: z.string(), sent_at: z.string(), sent_by: z.string() })),
  }),
})

export const sendSecurityNotice = endpoint('POST /admin/system/security-notice', {
  summary: 'Send a security notice to all active users by e-mail',
  body: z.strictObject({
    title: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a title'),
        z.maxLength(noticeTitleMax, 'This is too long'),
        z.refine(hasNoControlCharacters),
      ),
    message: z.string().check(
      z.trim(),
      z.minLength(1, 'Please enter a message'),
      z.maxLength(noticeMessageMax, 'This is too long'),
      z.refine((text) => !text.includes('\0')),
    ),
  }),
  response: z.object({ ...said, people: z.number() }),
  status: 201,
  idempotent: true,
})
