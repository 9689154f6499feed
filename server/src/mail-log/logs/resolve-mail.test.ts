import { listAudit } from '@twofold/contract/admin/audit'
import { getMailLog, resendMail, resolveMail } from '@twofold/contract/mail-log/logs'
import { checkLink } from '@twofold/contract/links'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { openContent } from '../../mail-delivery/delivery/mail-content.ts'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const shared = shareApp((options) => startEmailApp({ now, ...options }))

const addUnknown = (app: EmailApp, fields: Parameters<EmailApp['addMail']>[0] = {}) => app.addMail({ unknown_at: new Date(now), ...fields })
const resolve = (app: EmailApp, id: string, as: 'delivered' | 'sent_again') => app.admin.call(resolveMail, { params: { id }, body: { as } })
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('an e-mail with an unknown outcome is marked as delivered, and the audit log has the administrator', async () => {
  const app = shared()
  const id = await addUnknown(app)
  const answer = await resolve(app, id, 'delivered')
  expect([answer.status, answer.body.email_log_id]).toEqual([200, null])
  const { log } = (await app.admin.call(getMailLog, { params: { id } })).body
  expect(log).toMatchObject({ status: 'delivered', resolution: { as: 'delivered', at: new Date(now).toISOString() } })
  const { data } = (await app.admin.call(listAudit, { query: { action: 'email.mail_marked_delivered' } })).body
  expect(data.filter(({ target }) => target?.id === id)).toMatchObject([{ actor: { email: 'admin@example.org' } }])
})

test('sending it again makes another e-mail, with another link where it carried one', async () => {
  const app = shared()
  const bo = await app.signUp('bo@example.org')
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', bo.email).executeTakeFirstOrThrow()
  const fields = {
    event_name: 'user.password.reset_requested',
    class: 'account' as const,
    user_id: userId,
    recipient_email: bo.email,
    useful_until: new Date(now - 1),
  }
  const id = await addUnknown(app, fields)
  const { status, body } = await resolve(app, id, 'sent_again')
  expect(status).toBe(200)
  const again = await app.mail(body.email_log_id ?? '')
  expect(again).toMatchObject({ status: 'pending', queue: 'due', recipient_email: bo.email })
  const { text } = await openContent(app.crypto, again.id, 'outgoing', again.outgoing ?? Buffer.alloc(0))
  const token = /#token=([\w-]+)/.exec(text)?.[1] ?? ''
  expect((await app.call(checkLink, { body: { token } })).body).toMatchObject({ state: 'good', purpose: 'reset_password' })
  expect((await app.admin.call(getMailLog, { params: { id } })).body.log).toMatchObject({
    status: 'unknown',
    resolution: { as: 'sent_again' },
  })
  const audit = await app.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'email.mail_resent')
    .where('target_id', '=', id)
    .execute()
  expect(audit).toEqual([{ after: { to: bo.email, new_mail: again.id } }])
})

test('acts at the same moment: exactly one wins, whichever they are', async () => {
  const app = shared()
  for (const acts of [
    ['delivered', 'sent_again'],
    ['sent_again', 'sent_again'],
    ['delivered', 'delivered'],
    ['sent_again', 'delivered', 'sent_again', 'delivered'],
  ] as const) {
    const id = await addUnknown(app)
    const answers = await Promise.all(acts.map((as) => resolve(app, id, as)))
    expect(statuses(answers)).toEqual([200, ...acts.slice(1).map(() => 409)])
    const copies = await app.db.selectFrom('email_logs').select('id').where('idempotency_key', '=', `resend:${id}`).execute()
    const { resolution } = await app.mail(id)
    expect(copies).toHaveLength(resolution === 'sent_again' ? 1 : 0)
    expect((await resolve(app, id, 'delivered')).body.code).toBe('email.already_resolved')
  }
})

test('an e-mail whose link cannot be made again is not decided about', async () => {
  const app = shared()
  const id = await addUnknown(app, { event_name: 'user.login.confirmation', class: 'account' })
  expect((await resolve(app, id, 'sent_again')).body.code).toBe('email.link_not_kept')
  expect((await app.mail(id)).resolution).toBeNull()
  expect((await resolve(app, id, 'delivered')).status).toBe(200)
})

test('only e-mail of unknown outcome is decided about, and not by resending it', async () => {
  const app = shared()
  const time = new Date(now)
  for (const fields of [{ sent_at: time }, { failed_at: time }, { unknown_at: time, delivered_at: time }, { queue: 'due' as const }]) {
    const id = await app.addMail(fields)
    expect((await resolve(app, id, 'delivered')).body.code).toBe('email.outcome_known')
  }
  expect((await resolve(app, uuid(), 'delivered')).status).toBe(404)
  const id = await addUnknown(app)
  expect((await app.admin.call(resendMail, { params: { id } })).body.code).toBe('email.not_resendable')
  const odd = await app.admin.send('POST', `/api/admin/email/logs/${id}/resolve`, { body: { as: 'lost' } })
  expect(odd.status).toBe(422)
})
