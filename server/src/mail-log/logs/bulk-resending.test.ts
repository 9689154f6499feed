import { checkResending, resendMails } from '@twofold/contract/mail-log/logs'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const at = new Date(now)

test('many e-mails are sent again one a second, each by the rules for one, and those left out are named before and after', async () => {
  const app = await startEmailApp({ now })
  const [first, second] = [await app.addMail({ failed_at: at }), await app.addMail({ bounced_at: at })]
  const [sent, gone] = [await app.addMail({ sent_at: at }), await app.addMail({ failed_at: at, body: null })]
  const linked = await app.addMail({ failed_at: at, event_name: 'user.login.confirmation' })
  const [expired, missing] = [await app.addMail({ failed_at: at, event_name: 'user.password.reset_requested' }), uuid()]
  const ids = [sent, first, gone, linked, expired, missing, second, first]

  const check = (await app.admin.call(checkResending, { body: { ids } })).body
  const refused = (one: { said: { message: { code: string }[] } }) => one.said.message[0]?.code
  expect([check.ready, check.left_out.map((one) => [one.id, refused(one)])]).toEqual([
    3,
    [
      [sent, 'email.not_resendable'],
      [gone, 'email.content_gone'],
      [linked, 'email.link_not_kept'],
      [missing, 'email.log_not_found'],
    ],
  ])
  const { results, message } = (await app.admin.call(resendMails, { body: { ids } })).body
  expect(message).toBe('2 of 7 done.')
  // A link that nobody needs shows only when it is made.
  expect(results.map((one) => [one.id, one.ok || refused(one)])).toEqual([
    [sent, 'email.not_resendable'],
    [first, true],
    [gone, 'email.content_gone'],
    [linked, 'email.link_not_kept'],
    [expired, 'email.link_not_kept'],
    [missing, 'email.log_not_found'],
    [second, true],
  ])
  const due = await Promise.all(
    results.filter(({ ok }) => ok).map(async (one) => (await app.mail(one.email_log_id ?? '')).due_at.getTime() - now),
  )
  expect(due).toEqual([0, 1000])

  const again = (await app.admin.call(checkResending, { body: { ids: [first] } })).body
  expect([again.ready, again.left_out.map(refused)]).toEqual([0, ['email.already_resent']])
  expect((await app.admin.call(resendMails, { body: { ids: Array.from({ length: 101 }, () => uuid()) } })).status).toBe(422)
  const acts = await app.db.selectFrom('audit_log').where('action', '=', 'email.mail_resent').select('target_id').orderBy('id').execute()
  expect(acts.map(({ target_id: target }) => target)).toEqual([first, second])
})
