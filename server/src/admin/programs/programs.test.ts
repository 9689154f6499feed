import { getPrograms, resumeProgramAccount, suspendProgramAccount } from '@twofold/contract/admin/programs'
import {
  acceptServiceAccountShare,
  createServiceAccountToken,
  listServiceAccountShares,
  resumeServiceAccount,
  suspendServiceAccount,
} from '@twofold/contract/service-accounts'
import { signIn } from '@twofold/contract/sessions'
import { shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { createClient, testPassword } from '../../testing/start-test-app.ts'
import { github } from '../../machines/testing/workload-claims.ts'
import { githubRules, startWorkloads } from '../../machines/testing/start-workloads.ts'

test('an administrator sees all programs by name, age and run, and neither a token nor a code', async () => {
  const { app, ann, account, issuer, trustIssuer, allow, exchange, enterAdministrator } = await startWorkloads()
  const params = { id: account.id }
  const { key } = await ann.addKey('Registry')
  await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id } })
  const [share] = (await ann.call(listServiceAccountShares, { params })).body.data
  await ann.call(acceptServiceAccountShare, { params: { ...params, share_id: share?.id ?? '' } })
  const made = (await ann.call(createServiceAccountToken, { params, body: { name: 'Old', expires_in_days: 30 } })).body
  app.clock.advance(1000)
  await ann.call(createServiceAccountToken, { params, body: { name: 'New', expires_in_days: 7 } })
  await exchange(issuer.sign({ ...github, run_id: '5', aud: account.aud }))
  const id = await trustIssuer('github')
  await exchange(issuer.sign({ ...github, run_id: '6', aud: account.aud }))
  await allow(id, githubRules)
  const { body: run } = await exchange(issuer.sign({ ...github, run_id: '7', aud: account.aud }))
  const job = createClient(app.url, { authorization: `Bearer ${run.access_token}` })
  // At the start of a window, so that there is one to take.
  app.clock.set(Math.ceil(app.clock.now() / 30_000) * 30_000)
  const taken = await job.send<{ take: { code: string } }>('POST', `/api/keys/${key.id}/take`, { body: {} })
  expect(taken.status).toBe(200)

  const root = await enterAdministrator()
  const { status, body } = await root.call(getPrograms, {})

  expect(status).toBe(200)
  expect(body.accounts).toMatchObject({
    total: 1,
    rows: [
      {
        name: 'Deploy bot',
        group: { name: 'Releases' },
        managers: 1,
        tokens: 2,
        keys: 1,
        keys_waiting: 0,
        is_managed: false,
        suspended: null,
      },
    ],
  })
  expect(body.tokens.rows.map(({ name, owner, last_four: last }) => [name, owner, last])).toEqual([
    ['Old', 'Deploy bot', made.secret?.slice(-4)],
    ['New', 'Deploy bot', expect.any(String)],
  ])
  expect(body.trusts.rows).toMatchObject([
    { name: 'Release', account: { name: 'Deploy bot' }, last_run: { url: 'https://github.com/octo/app/actions/runs/7/attempts/1' } },
  ])
  expect(body.refused).toMatchObject({
    total: 1,
    rows: [{ account: { id: account.id, is_managed: false }, claims: { run_id: '6' }, suggestion: githubRules, reason: 'no_rule' }],
  })
  expect(body.takes.rows).toMatchObject([
    { taker: 'Deploy bot', key: { name: 'Registry' }, state: 'handed', verified_run: { claims: { run_id: '7' } } },
  ])
  const text = JSON.stringify(body)
  for (const secret of [made.secret, run.access_token, taken.body.take.code]) expect(text).not.toContain(secret)
  expect((await ann.call(getPrograms, {})).status).toBe(403)
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ann.email).execute()
  const again = await app.call(signIn, { body: { email: ann.email, password: testPassword } })
  const own = (await createClient(app.url, { authorization: `Bearer ${again.body.access_token}` }).call(getPrograms, {})).body
  expect([own.accounts.rows[0]?.is_managed, own.refused.rows[0]?.account.is_managed]).toEqual([true, true])
})

test('entries that are over leave the list: ended tokens at once, refusals after a day', async () => {
  const { app, ann, account, issuer, trustIssuer, exchange, enterAdministrator } = await startWorkloads()
  const params = { id: account.id }
  await ann.call(createServiceAccountToken, { params, body: { name: 'Week', expires_in_days: 1 } })
  await ann.call(createServiceAccountToken, { params, body: { name: 'Month', expires_in_days: 30 } })
  await trustIssuer('github')
  await exchange(issuer.sign({ ...github, aud: account.aud }))
  app.clock.advance(24 * 60 * 60_000 + 1)
  const { body } = await (await enterAdministrator()).call(getPrograms, {})
  expect(body.tokens.rows.map(({ name }) => name)).toEqual(['Month'])
  expect(body.accounts.rows[0]?.tokens).toBe(1)
  expect(body.refused).toEqual({ total: 0, rows: [] })
})

test('an administrator suspends any service account at once, and its managers are notified but cannot resume it', async () => {
  const { app, ann, account, enterAdministrator } = await startWorkloads()
  const params = { id: account.id }
  const made = await ann.call(createServiceAccountToken, { params, body: { name: 'Job', expires_in_days: 7 } })
  const job = createClient(app.url, { authorization: `Bearer ${made.body.secret}` })
  const asJob = async () => (await job.send('GET', '/api/tokens/self')).status
  const root = await enterAdministrator()
  // The administrator takes over a manager's suspension.
  await ann.call(suspendServiceAccount, { params })
  expect((await root.call(suspendProgramAccount, { params })).status).toBe(200)
  await root.call(suspendProgramAccount, { params })
  expect(await asJob()).not.toBe(200)
  expect((await ann.call(resumeServiceAccount, { params })).body.code).toBe('service_accounts.administrator_only')
  expect((await root.call(getPrograms, {})).body.accounts.rows[0]?.suspended?.because).toBe('administrator')

  expect((await root.call(resumeProgramAccount, { params })).status).toBe(200)
  expect(await asJob()).toBe(200)
  const rows = await app.db.selectFrom('audit_log').select('action').where('action', 'like', 'service_account.%').orderBy('id').execute()
  expect(rows.map(({ action }) => action)).toEqual(['service_account.suspended', 'service_account.resumed'])
  const { body } = await ann.send<{ data: { kind: string; description: string }[] }>('GET', '/api/profile/activity')
  expect(body.data.slice(0, 2).map(({ kind }) => kind)).toEqual(['service_account_resumed', 'service_account_suspended'])
  expect((await ann.call(suspendProgramAccount, { params })).status).toBe(403)
  expect((await root.call(suspendProgramAccount, { params: { id: crypto.randomUUID() } })).body.code).toBe('service_accounts.not_found')
})
