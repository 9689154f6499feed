import { addGroup } from '@twofold/contract/sharing/memberships'
import { exchangeGrant } from '@twofold/contract/oauth'
import { signIn } from '@twofold/contract/sessions'
import { addServiceAccount } from '@twofold/contract/service-accounts'
import { addTrust, type IssuerKind, type TrustRules } from '@twofold/contract/workload'
import { createClient, startTestApp, type TestApp, type TestAppOptions, testPassword } from '../../testing/start-test-app.ts'
import { startWorkloadIssuer, type WorkloadIssuer } from './workload-issuer.ts'

export const githubRules: TrustRules = { repository_id: ['74'], repository_owner_id: ['65'], environment: ['release'] }

/** An application that asks issuers on loopback. */
export const startWorkloadApp = (options: TestAppOptions = {}) =>
  startTestApp({ ...options, env: { OUTBOUND_ALLOW: '127.0.0.1', ...options.env } })

export const startWorkloads = async (options: TestAppOptions = {}) => prepareWorkloads(await startWorkloadApp(options))

/** Ann manages a service account; an issuer on loopback is trusted. */
export async function prepareWorkloads(app: TestApp) {
  const ann = await app.signUp('ann@example.org')
  await ann.enterPin()
  const { group } = (await ann.call(addGroup, { body: { name: 'Releases' } })).body
  const addAccount = async (name: string) => {
    const { id } = (await ann.call(addServiceAccount, { body: { group_id: group.id, name } })).body.service_account
    return { id, aud: `${app.config.appUrl}/service-accounts/${id}` }
  }
  const account = await addAccount('Deploy bot')
  const issuer = await startWorkloadIssuer()

  /** As an administrator’s request leaves it; a kind that is bound to a host elsewhere stands on loopback here. */
  async function trustIssuer(kind: IssuerKind, at: Pick<WorkloadIssuer, 'url'> = issuer): Promise<string> {
    const [id, created_at] = [crypto.randomUUID(), app.clock.date()]
    await app.db
      .insertInto('workload_issuers')
      .values({ id, name: `Our ${kind}`, kind, issuer: at.url, created_at })
      .execute()
    return id
  }

  const allow = (issuer_id: string, rules: TrustRules, id = account.id) =>
    ann.call(addTrust, { params: { id }, body: { name: 'Release', issuer_id, rules } })

  async function exchange(subject_token: string, fields: Record<string, string> = {}, url = app.url) {
    const parameters = {
      grant_type: exchangeGrant,
      subject_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      ...fields,
    }
    const answer = await createClient(url).send('POST', '/api/oauth/token', {
      raw: new URLSearchParams(parameters).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return answer as typeof answer & { body: { error?: string; access_token?: string; expires_in?: number } }
  }

  /** Somebody who administrates, and manages nothing. */
  async function enterAdministrator() {
    const { email } = await app.signUp('root@example.org')
    await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
    const { body } = await app.call(signIn, { body: { email, password: testPassword } })
    return createClient(app.url, { authorization: `Bearer ${body.access_token}` })
  }

  return { app, enterAdministrator, ann, group, account, addAccount, issuer, trustIssuer, allow, exchange }
}
