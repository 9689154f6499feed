import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { generateCodes, nextCode } from '@twofold/contract/codes'
import { beginTotp, passkeyRegistrationOptions, passSecondFactor } from '@twofold/contract/factors'
import { showSecret } from '@twofold/contract/keys'
import { resetPassword } from '@twofold/contract/links'
import { changePassword, updateProfile } from '@twofold/contract/profile'
import { requestPasswordReset, signIn } from '@twofold/contract/sessions'
import { shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { exportKeys } from '@twofold/contract/transfer'
import { expect } from 'vitest'
import { addProvider, letMailOut, newestToken, runPutOff } from './queued-events.ts'
import { startOffice, type TestOffice } from './start-office.ts'
import { createPerson, type TestAppOptions } from './start-test-app.ts'

export const day = 24 * 60 * 60 * 1000
export const theirs = 'chosen-by-the-administrator'
export const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

type Options = TestAppOptions & { approvals?: 'required' | 'none' }

/** An installation that can send e-mail. */
export async function startInstallation({ approvals = 'none', env = {}, ...options }: Options = {}) {
  const app = await startOffice({ ...options, env: { EMAIL_VERIFICATION: 'off', APPROVALS: approvals, ...env } })
  await addProvider(app)
  return app
}

export const started = async (options: Options = {}) => prepareAnn(await startInstallation(options))

/** Ann has a key with everything. The administrator has a second account, as old as hers. */
export async function prepareAnn(app: TestOffice) {
  await letMailOut(app, false)
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const second = await app.signUp('second@example.org', 'Second Account')
  await app.growOld()
  await app.db.updateTable('users').set({ email_verified_at: app.clock.date() }).execute()
  await letMailOut(app, true)
  const { key } = await ann.addKey('Code host', { secret, note: 'Under the mat' })
  await ann.enterPin()
  await ann.call(addBackupCodes, { params: { id: key.id }, body: { codes: ['AAAA-BBBB'] } })
  const id = await app.idOf(ann.email)
  return {
    ...app,
    ann,
    second,
    id,
    key: key.id,
    /** By the link sent to the person who gets Ann's e-mail by now. */
    async resetByMail(password = theirs, email = ann.email) {
      await app.call(requestPasswordReset, { body: { email } })
      await runPutOff(app)
      const token = await newestToken(app, 'user.password.reset_requested')
      const { status } = await app.call(resetPassword, { body: { token, password, password_confirmation: password } })
      expect(status).toBe(200)
    },
    /** Signs in as Ann, by the e-mailed link of the second step where it is asked for. */
    async enterAsAnn(password = theirs, email = ann.email) {
      const { body } = await app.call(signIn, { body: { email, password } })
      const pending = createPerson(app.url, email, body.access_token ?? '')
      if (body.second_factor_required !== true) return pending
      const code = await newestToken(app, 'user.login.confirmation')
      const passed = await pending.call(passSecondFactor, { body: { method: 'email', code } })
      expect(passed.status).toBe(200)
      return createPerson(app.url, email, passed.body.access_token ?? '')
    },
    async replacePassword(password: string, email = ann.email) {
      const { body } = await app.call(signIn, { body: { email, password } })
      const waiting = createPerson(app.url, email, body.access_token ?? '')
      const next = `${password}-again`
      await waiting.call(changePassword, {
        body: { current_password: password, new_password: next, new_password_confirmation: next },
      })
      return next
    },
  }
}

export type Started = Awaited<ReturnType<typeof started>>
type Person = Started['ann']

/** Tries everything that a stranger in the account would try. */
export async function expectClosed(app: Started, thief: Person, { codesToo = true } = {}) {
  const params = { id: app.key }
  const email = app.second.email
  if (codesToo) {
    expect((await thief.call(generateCodes, {})).body.code).toBe('keys.codes_closed')
    expect((await thief.call(nextCode, { params })).body.code).toBe('keys.codes_closed')
    const { text, body } = await thief.send('GET', `/api/keys/${app.key}`)
    expect([body.code, text.includes('Under the mat')]).toEqual(['keys.codes_closed', false])
  }
  const refused = await Promise.all([
    thief.call(showSecret, { params }),
    thief.call(listBackupCodes, { params }),
    thief.call(exportKeys, { body: { format: 'links' } }),
    thief.call(shareKey, { params, body: { email, permission: 'admin' } }),
    thief.call(shareKey, { params, body: { email, permission: 'view' } }),
    thief.call(shareKeys, { body: { key_ids: [app.key], email, permission: 'admin' } }),
    thief.call(transferKey, { params, body: { email } }),
    thief.call(beginTotp, { body: { current_password: theirs } }),
    thief.call(passkeyRegistrationOptions, { body: { current_password: theirs } }),
    thief.call(updateProfile, { body: { name: 'Ann Example', email: 'other@example.org', current_password: theirs } }),
  ])
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'keys.secrets_closed']))
  const until = new Date(app.clock.now() + day).toISOString().slice(0, 13)
  for (const { body } of refused) expect(body.message).toContain(`stay closed until ${until}`)
  expect(await app.second.visible()).toEqual([])
}
