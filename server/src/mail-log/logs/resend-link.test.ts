import { getMailLog, resendMail } from '@twofold/contract/mail-log/logs'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { checkLink, verifyEmail } from '@twofold/contract/links'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { openContent } from '../../mail-delivery/delivery/mail-content.ts'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { shareApp } from '../../testing/share-app.ts'
import { idOfAccount } from '../../testing/account-row.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const shared = shareApp((options) => startEmailApp({ now, ...options }))

/** An e-mail of this event that could not be delivered. */
const addFailed = (app: EmailApp, event: string, email: string, userId: string | null) =>
  app.addMail({
    event_name: event,
    class: 'account',
    recipient_email: email,
    user_id: userId,
    failed_at: new Date(now),
    useful_until: new Date(now - 1),
  })

const resend = (app: EmailApp, id: string) => app.admin.call(resendMail, { params: { id } })

/** Content of an e-mail that was sent again, and the token of its link. */
async function read(app: EmailApp, id: string) {
  const mail = await app.mail(id)
  const { text } = await openContent(app.crypto, id, 'outgoing', mail.outgoing ?? Buffer.alloc(0))
  return { mail, text, token: /#token=([\w-]+)/.exec(text)?.[1] ?? '' }
}

const check = async (app: EmailApp, token: string) => (await app.call(checkLink, { body: { token } })).body

test('an e-mail that carried a one-time link is sent again with a new one, once, whatever the suppression list says', async () => {
  const app = shared()
  const bo = await app.signUp('bo@example.org')
  const id = await addFailed(app, 'user.password.reset_requested', bo.email, await idOfAccount(app, bo.email))
  await app.admin.call(addSuppression, { body: { email: bo.email } })
  const answers = await Promise.all([resend(app, id), resend(app, id)])
  expect(answers.map(({ status, body }) => [status, body.code]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [200, undefined],
    [409, 'email.already_resent'],
  ])
  const newId = answers.find(({ status }) => status === 200)?.body.email_log_id ?? ''
  const { mail, token } = await read(app, newId)
  expect(mail).toMatchObject({ status: 'pending', recipient_email: bo.email, useful_until: new Date(now + 30 * 60_000) })
  // The call that came too late has not voided it.
  expect(await check(app, token)).toEqual({ state: 'good', purpose: 'reset_password', email: bo.email })
  const { log } = (await app.admin.call(getMailLog, { params: { id: newId } })).body
  expect([log.html_content, log.text_content].join()).not.toContain(token)
})

test('a verification is sent again until the address is confirmed, and to no other address than the account has', async () => {
  const app = shared()
  const bo = await app.signUp('bo@example.org')
  const userId = await idOfAccount(app, bo.email)
  const first = await resend(app, await addFailed(app, 'user.email_verification', bo.email, userId))
  const elsewhere = await resend(app, await addFailed(app, 'user.email_verification', app.address('before@example.org'), userId))
  expect([first.status, elsewhere.status, elsewhere.body.code]).toEqual([200, 409, 'email.link_not_kept'])
  const { token } = await read(app, first.body.email_log_id)
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect((await resend(app, await addFailed(app, 'user.email_verification', bo.email, userId))).body.code).toBe('email.link_not_kept')
})

test('an invitation to a share is sent again with its keys and its owner, as long as the share waits', async () => {
  const app = shared()
  const email = app.address('new@example.org')
  const ann = await app.signUp('ann@example.org')
  const { id: keyId } = (await ann.addKey('Code host')).key
  const shareId = await ann.share(keyId, email)
  const first = await resend(app, await addFailed(app, 'key.share.invited', email, null))
  const { mail, text, token } = await read(app, first.body.email_log_id)
  expect([mail.subject, text].join()).toContain('Code host')
  expect(text).toContain('ann')
  expect(await check(app, token)).toMatchObject({ state: 'good', purpose: 'invite', email })
  await ann.call(revokeShare, { params: { id: keyId, share_id: shareId } })
  expect((await resend(app, await addFailed(app, 'key.share.invited', email, null))).body.code).toBe('email.link_not_kept')
})

test('an invitation of an administrator is sent again until somebody has an account there', async () => {
  const app = shared()
  const email = app.address('guest@example.org')
  const first = await resend(app, await addFailed(app, 'admin.user.created', email, null))
  const { token } = await read(app, first.body.email_log_id)
  expect(await check(app, token)).toMatchObject({ state: 'good', purpose: 'invite', email })
  await app.signUp('guest@example.org')
  expect((await resend(app, await addFailed(app, 'admin.user.created', email, null))).body.code).toBe('email.link_not_kept')
})

test('a link is made again on the connection of its transaction: with a full pool a second one might never come', async () => {
  const counting = countStatements()
  const app = await startEmailApp({ now })
  const bo = await app.signUp('bo@example.org')
  const [userId, invited] = [await idOfAccount(app, bo.email), app.address('new@example.org')]
  await bo.share((await bo.addKey('Code host')).key.id, invited)
  const mails: [event: string, email: string, userId: string | null][] = [
    ['admin.user.created', bo.email, userId],
    ['admin.user.created', app.address('guest@example.org'), null],
    ['admin.user.restored', bo.email, userId],
    ['user.password.reset_requested', bo.email, userId],
    ['user.email_verification', bo.email, userId],
    ['key.share.invited', invited, null],
  ]
  for (const mail of mails) {
    const id = await addFailed(app, ...mail)
    counting.reset()
    expect((await resend(app, id)).status).toBe(200)
    expect(counting.besideTransaction, mail[0]).toEqual([])
  }
})
