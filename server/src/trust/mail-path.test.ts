import { approveMailPath, getMailPath } from '@twofold/contract/admin/mail-path'
import { setUserRole, unlockUser } from '@twofold/contract/admin/users'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { generateCodes } from '@twofold/contract/codes'
import { requestPasswordReset } from '@twofold/contract/sessions'
import { resetPassword } from '@twofold/contract/links'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { newestToken, runPutOff } from '../testing/queued-events.ts'
import { showFactors } from '../testing/approvals.ts'
import { day, expectClosed, started, type Started } from '../testing/insiders.ts'

/** A second administrator who has been here for long, with the PIN entered. */
async function second(app: Started, email = 'di@example.org') {
  const di = await app.administrator(email)
  await app.growOld()
  await di.enterPin()
  await showFactors(app)
  return di
}

const changeOfProvider = async (app: Started) => app.admin.call(createProvider, { body: (await useSmtpSink()).provider })

async function changeOfSender(app: Started) {
  const { settings } = (await app.admin.send<{ settings: object }>('GET', '/api/admin/email/settings')).body
  await app.admin.call(changeEmailSettings, {
    body: { ...settings, sender: { from_email: 'vault@example.org', from_name: 'Vault' } },
  })
}

const own = 'a-password-of-her-own'

const idsOf = async (person: Awaited<ReturnType<typeof second>>) => (await person.call(getMailPath, {})).body.changes.map(({ id }) => id)

test('a changed way of e-mail is clean at once when a second administrator agrees, also for links that are under way', async () => {
  const app = await started()
  const di = await second(app)
  await changeOfProvider(app)
  await app.call(requestPasswordReset, { body: { email: app.ann.email } })
  await runPutOff(app)
  const token = await newestToken(app, 'user.password.reset_requested')
  const { changes } = (await di.call(getMailPath, {})).body
  expect(changes).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'provider',
      what: expect.any(String) as string,
      by: expect.any(String) as string,
      happened_at: app.clock.date().toISOString(),
      counts_until: new Date(app.clock.now() + day).toISOString(),
      cannot_approve: null,
      cannot_approve_until: null,
    },
  ])
  expect((await di.call(approveMailPath, { body: { ids: await idsOf(di) } })).body).toMatchObject({
    message: 'The changes are approved.',
    approved: 1,
  })
  expect(await idsOf(di)).toEqual([])
  await app.call(resetPassword, { body: { token, password: own, password_confirmation: own } })
  expect(await (await app.enterAsAnn(own)).visible()).toEqual([app.key])
  const audit = await app.db.selectFrom('audit_log').where('action', '=', 'email.path_approved').select(['actor_email', 'after']).execute()
  expect(audit).toMatchObject([{ actor_email: di.email, after: { changes: [{ kind: 'provider' }] } }])
})

test('a change after the second administrator looked is not approved with the rest', async () => {
  const app = await started()
  const di = await second(app)
  await changeOfProvider(app)
  const ids = await idsOf(di)
  await changeOfSender(app)
  expect((await di.call(approveMailPath, { body: { ids } })).status).toBe(200)
  expect((await di.call(getMailPath, {})).body.changes.map(({ kind }) => kind)).toEqual(['sender'])
  await app.resetByMail()
  await expectClosed(app, await app.enterAsAnn())
})

test('no approval comes from the person who changed it, from people they had a hand on within 30 days, or without a fresh PIN and second factor', async () => {
  const app = await started()
  const [ada, di, flo] = [await second(app, 'ada@example.org'), await second(app), await second(app, 'flo@example.org')]
  await ada.call(createProvider, { body: (await useSmtpSink()).provider })
  const ids = await idsOf(di)
  const codeOf = async (person: typeof di) => (await person.call(approveMailPath, { body: { ids } })).body as unknown as { code?: string }
  expect((await ada.call(getMailPath, {})).body.changes[0]?.cannot_approve).toBe('own')
  expect((await codeOf(ada)).code).toBe('requests.own')
  await ada.call(unlockUser, { params: { id: di.id } })
  expect((await di.call(getMailPath, {})).body.changes[0]?.cannot_approve).toBe('made_by_asker')
  expect((await codeOf(di)).code).toBe('requests.made_by_asker')
  await app.db.updateTable('sessions').set({ pin_until: null }).execute()
  expect((await codeOf(flo)).code).toBe('pin.required')
  await flo.enterPin()
  await app.db.updateTable('sessions').set({ factor_until: null }).execute()
  expect((await codeOf(flo)).code).toBe('factors.proof_required')
  await ada.call(setUserRole, { params: { id: flo.id }, body: { role: 'user' } })
  expect((await codeOf(flo)).code).toBe('auth.session_role_changed')
  await app.resetByMail()
  await expectClosed(app, await app.enterAsAnn())
})

test('an administrator whose own account is closed reads until when beside each change', async () => {
  const app = await started()
  const di = await second(app)
  await changeOfProvider(app)
  const until = new Date(app.clock.now() + day)
  await app.db.updateTable('users').set({ secrets_closed_until: until }).where('id', '=', di.id).execute()
  expect((await di.call(getMailPath, {})).body.changes).toMatchObject([
    { cannot_approve: 'closed', cannot_approve_until: until.toISOString() },
  ])
  expect((await di.call(approveMailPath, { body: { ids: await idsOf(di) } })).body).toMatchObject({ code: 'keys.secrets_closed' })
})

test('one own change among those of others keeps all from being approved', async () => {
  const app = await started()
  const di = await second(app)
  await changeOfProvider(app)
  await di.call(createProvider, { body: (await useSmtpSink()).provider })
  expect((await di.call(approveMailPath, { body: { ids: await idsOf(di) } })).body).toMatchObject({ code: 'requests.own' })
  expect(await idsOf(di)).toHaveLength(2)
})

test('way 14, a server of one’s own and a day of patience: where another administrator could have agreed, links prove nothing until one has', async () => {
  const app = await started({ approvals: 'required' })
  const di = await second(app)
  await changeOfProvider(app)
  app.clock.advance(20 * day)
  // However long ago: housekeeping forgets none that waits.
  await app.housekeeping()
  await app.resetByMail()
  expect((await (await app.enterAsAnn()).call(generateCodes, {})).body.code).toBe('keys.codes_closed')
  const later = { ...di, ...(await app.enter(di.email)) }
  await later.enterPin()
  await showFactors(app)
  expect((await later.call(getMailPath, {})).body.changes).toMatchObject([{ kind: 'provider', counts_until: null }])
  expect((await later.call(approveMailPath, { body: { ids: await idsOf(later) } })).body.approved).toBe(1)
  await app.resetByMail(own)
  expect(await (await app.enterAsAnn(own)).visible()).toEqual([app.key])
})

test('way 14, the only administrator left: what they changed counts for the waiting time', async () => {
  const app = await started({ approvals: 'required' })
  const di = await second(app)
  await changeOfProvider(app)
  await app.db.updateTable('users').set({ is_active: false }).where('id', '=', di.id).execute()
  app.clock.advance(day + 1)
  await app.resetByMail()
  expect(await (await app.enterAsAnn()).visible()).toEqual([app.key])
})

test('with approvals switched off, nothing is left to approve after the waiting time', async () => {
  const app = await started()
  const di = await second(app)
  await changeOfProvider(app)
  app.clock.advance(day + 1)
  expect(await idsOf({ ...di, ...(await app.enter(di.email)) })).toEqual([])
})
