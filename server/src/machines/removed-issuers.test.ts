import { setTimeout as wait } from 'node:timers/promises'
import { deleteIssuer } from '@twofold/contract/workload'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { createClient } from '../testing/start-test-app.ts'
import { shareApp } from '../testing/share-app.ts'
import { prepareWorkloads, startWorkloadApp } from './testing/start-workloads.ts'
import { kubernetes } from './testing/workload-claims.ts'
import { clusterRules } from './testing/workload-rules.ts'

const shared = shareApp(startWorkloadApp)

test('a token that is exchanged while its issuer is removed ends with the issuer', async () => {
  const { app, account, issuer, enterAdministrator, trustIssuer, allow, exchange } = await prepareWorkloads(shared())
  const root = await enterAdministrator()
  const issuerId = await trustIssuer('url')
  await allow(issuerId, clusterRules)
  let exchanging: ReturnType<typeof exchange> | undefined
  let removing: Promise<{ status: number }> | undefined
  const until = async (count: number) => {
    while ((await countWaiting(app.asOwner())) < count) await wait(5)
  }
  await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      // The exchange has written its token, and waits before its commit for what it publishes.
      await sql`lock table webhook_endpoints in access exclusive mode`.execute(tx)
      exchanging = exchange(issuer.sign({ ...kubernetes, aud: [account.aud] }))
      await until(1)
      removing = root.call(deleteIssuer, { params: { id: issuerId } })
      await until(2)
    })

  const { status, body } = (await exchanging) ?? expect.fail()
  expect([status, (await removing)?.status]).toEqual([200, 200])
  const job = createClient(app.url, { authorization: `Bearer ${body.access_token}` })
  expect((await job.send('GET', '/api/tokens/self')).body.code).toBe('tokens.invalid')
})

test('several administrators remove an issuer at once: one does, and it is in the audit log once', async () => {
  const { app, enterAdministrator, trustIssuer } = await prepareWorkloads(shared())
  const root = await enterAdministrator()
  const issuerId = await trustIssuer('url')
  const answers = await Promise.all([1, 2, 3, 4].map(() => root.call(deleteIssuer, { params: { id: issuerId } })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404, 404])
  const rows = await app.db
    .selectFrom('audit_log')
    .where('target_id', '=', issuerId)
    .where('action', '=', 'issuer.removed')
    .select('id')
    .execute()
  expect(rows).toHaveLength(1)
})
