import { getRequest, approveRequest } from '@twofold/contract/admin/requests'
import { resetUserPassword } from '@twofold/contract/admin/users'
import { confirmFactor, passkeyOptions } from '@twofold/contract/factors'
import { lockVault } from '@twofold/contract/pin'
import { expect, test } from 'vitest'
import { requestOf, startApprovals } from '../testing/approvals.ts'
import { codeAt, enrolPasskey, enrolTotp } from './testing/second-factors.ts'

const minute = 60_000

/** Ann asks for something, and Bo has shown no second factor in this session. */
async function startWaiting() {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const answer = await of('ann').call(resetUserPassword, { params: { id: vic }, body: { new_password: 'another-long-password' } })
  await app.db.updateTable('sessions').set({ factor_until: null }).execute()
  const approve = async () => (await of('bo').call(approveRequest, { params: requestOf(answer), body: {} })).body
  return { app, bo: of('bo'), params: requestOf(answer), approve }
}

const rowsOf = async (app: Awaited<ReturnType<typeof startWaiting>>['app']) => {
  const rows = await app.db
    .selectFrom('audit_log')
    .where('action', 'like', '%second_factor_wrong')
    .select(['action', 'actor_name', 'ip'])
    .execute()
  return rows.map(({ action, actor_name: who }) => `${action} ${who}`)
}

test('approving takes the second factor shown in this session within five minutes, also right after the PIN', async () => {
  const { app, bo, approve } = await startWaiting()
  const { secret } = await enrolTotp(app, bo)
  expect((await approve()).code).toBe('factors.proof_required')
  app.clock.advance(30_000)
  const code = codeAt(secret, app.clock.now())
  const { body } = await bo.call(confirmFactor, { body: { method: 'totp', code } })
  expect(body.valid_until).toBe(new Date(app.clock.now() + 5 * minute).toISOString())
  expect(await rowsOf(app)).toEqual([])
  const again = await bo.call(confirmFactor, { body: { method: 'totp', code } })
  expect([again.body.code, Object.keys(again.body.errors ?? {})]).toEqual(['factors.code_wrong', ['code']])
  app.clock.advance(5 * minute)
  await bo.enterPin()
  expect((await approve()).code).toBe('factors.proof_required')
  await bo.call(confirmFactor, { body: { method: 'totp', code: codeAt(secret, app.clock.now()) } })
  expect((await approve()).request.state).toBe('carried_out')
  // Right ones are given back.
  expect(await app.db.selectFrom('guess_counters').where('kind', '=', 'second_step').select('failures').execute()).toEqual([
    { failures: 1 },
  ])
})

test('a passkey and a recovery code confirm as well, and locking the vault takes the confirmation away', async () => {
  const { app, bo, approve } = await startWaiting()
  const { authenticator, recoveryCodes } = await enrolPasskey(app, bo)
  const { challenge_id, options } = (await bo.call(passkeyOptions, {})).body
  const answer = { challenge_id, assertion: authenticator.assert(options) }
  await app.db.updateTable('users').set({ needs_proof: true }).where('email', '=', bo.email).execute()
  expect((await bo.call(confirmFactor, { body: { method: 'passkey', ...answer } })).status).toBe(200)
  expect(await app.db.selectFrom('users').where('needs_proof', '=', true).select('email').execute()).toEqual([])
  const again = await bo.call(confirmFactor, { body: { method: 'passkey', ...answer } })
  expect([again.body.code, Object.keys(again.body.errors ?? {})]).toEqual(['auth.passkey_refused', ['assertion']])
  await bo.call(lockVault, {})
  await bo.enterPin()
  expect((await approve()).code).toBe('factors.proof_required')
  expect((await bo.call(confirmFactor, { body: { method: 'recovery_code', code: recoveryCodes[0] ?? '' } })).status).toBe(200)
  expect((await approve()).request.state).toBe('carried_out')
})

test('a wrong second factor confirms nothing, leaves a row in the audit log, and is not tried more than ten times in an hour', async () => {
  const { app, bo, approve } = await startWaiting()
  await enrolTotp(app, bo)
  const tryWrong = async () => (await bo.call(confirmFactor, { body: { method: 'totp', code: '000000' } })).body.code
  expect(await tryWrong()).toBe('factors.code_wrong')
  expect(await rowsOf(app)).toEqual(['person.second_factor_wrong bo'])
  expect((await approve()).code).toBe('factors.proof_required')
  for (let count = 1; count < 10; count += 1) await tryWrong()
  expect(await tryWrong()).toBe('rate.limited')
  expect(await rowsOf(app)).toHaveLength(10)
})

test('an administrator without a second factor reads that they need one, and has nothing to confirm with', async () => {
  const { app, bo, params, approve } = await startWaiting()
  await app.db.updateTable('users').set({ has_second_factor: false }).execute()
  expect((await bo.call(getRequest, { params })).body).toMatchObject({ cannot_approve: 'no_factor', names: { approvers: [] } })
  expect((await bo.call(confirmFactor, { body: { method: 'totp', code: '000000' } })).body.code).toBe('factors.none')
  await app.db
    .updateTable('sessions')
    .set({ factor_until: new Date(app.clock.now() + minute) })
    .execute()
  expect((await approve()).code).toBe('requests.no_factor')
})
