import { shareKey } from '@twofold/contract/sharing/grants'
import type { Take } from '@twofold/contract/takes'
import { expect } from 'vitest'
import { makeServiceAccount, makeToken } from '../../machines/testing/make-token.ts'
import { eventually } from '../../testing/eventually.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { endWaits } from './end-waits.ts'
import { idOfAccount } from '../../testing/account-row.ts'

type Token = Awaited<ReturnType<typeof makeToken>>
export type Answer = { take: Take; code?: string }

export const windowStart = Date.parse('2026-11-23T09:00:00.000Z')

/** Ann's key is shared with a service account whose takes somebody has to approve; Bo has full control of it, Cy may view its codes. */
export async function startApprovals(app: TestApp, terms: { approval?: 'each' | 'per_run' | 'none'; four_eyes?: boolean } = {}) {
  endWaits(app)
  const [ann, bo, cy] = [
    await app.signUp('ann@example.org', 'Ann'),
    await app.signUp('bo@example.org', 'Bo'),
    await app.signUp('cy@example.org', 'Cy'),
  ]
  const owner = await idOfAccount(app, ann.email)
  const account = await makeServiceAccount(app, owner)
  const { key } = await ann.addKey('Registry')
  const params = { id: key.id }
  await ann.call(shareKey, { params, body: { service_account_id: account.id, approval: 'each', ...terms } })
  const boShare = await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(key.id, cy.email)
  for (const person of [ann, bo, cy]) await person.enterPin()
  const svc = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['codes:take'], created_by: owner })
  const ask = async (token: Token, body: object = {}) => {
    const { status, body: answer } = await token.send<Answer>('POST', `/api/keys/${key.id}/take`, {
      body: { wait_seconds: 600, hold_seconds: 0, ...body },
    })
    return { status, code: answer.code, ...answer.take }
  }
  const look = async (token: Token, id: string, hold = 0) => {
    const { status, body } = await token.send<Answer>('GET', `/api/takes/${id}?hold_seconds=${hold}`)
    return { status, code: body.code, take: body.take }
  }
  const leases = () =>
    app.db.selectFrom('code_leases').select('time_window').where('key_id', '=', key.id).where('kind', '=', 'take').execute()
  const holding = () => eventually(() => expect(app.waitingTakes.count()).toBe(1))
  return { app, ann, bo, cy, owner, account, key, params, boShare, svc, ask, look, leases, holding }
}
