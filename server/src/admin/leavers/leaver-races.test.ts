import { getLeaver, handOverKeys, letKeysGo, tickRenewed } from '@twofold/contract/admin/leavers'
import { listAudit } from '@twofold/contract/admin/audit'
import { setUserStatus } from '@twofold/contract/admin/users'
import { rotateKey, showSecret } from '@twofold/contract/keys'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { countWaiting } from '../../testing/count-waiting.ts'
import { eventually } from '../../testing/eventually.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice } from '../../testing/start-office.ts'

const rounds = 6
const newSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const shared = shareApp(startOffice)

async function started() {
  const app = shared()
  const other = await app.administrator('other@example.org')
  const [cy, di] = [await app.signUp('cy@example.org'), await app.signUp('di@example.org')]
  await app.growOld()
  const ids = { cy: await app.idOf(cy.email), di: await app.idOf(di.email) }
  /** Somebody new who has left, and their only key. */
  async function leaver(round: number) {
    const bo = await app.signUp(`bo${round}@example.org`)
    const { key } = await bo.addKey(`Key ${round}`)
    await bo.share(key.id, cy.email)
    const params = { id: await app.idOf(bo.email) }
    return { bo, key: key.id, params }
  }
  const setActive = (id: string, isActive: boolean) => app.admin.call(setUserStatus, { params: { id }, body: { is_active: isActive } })
  const owner = async (key: string) =>
    (await app.db.selectFrom('keys').where('id', '=', key).select('owner_id').executeTakeFirstOrThrow()).owner_id
  return { ...app, other, cy, di, ids, leaver, setActive, owner }
}

test('two administrators let the same key go at once: one decides, and the log says it once', async () => {
  const app = await started()
  const { key, params } = await app.leaver(0)
  await app.setActive(params.id, false)
  const body = { key_ids: [key] }
  const answers = await Promise.all([app.admin, app.other, app.admin].map((by) => by.call(letKeysGo, { params, body })))
  expect(answers.map(({ body: { results } }) => results.map(({ ok }) => ok))).toEqual([[true], [true], [true]])
  const rows = await app.db
    .selectFrom('audit_log')
    .where('target_id', '=', params.id)
    .where('action', '=', 'leaver.key_let_go')
    .select('actor_id')
    .execute()
  const decided = await app.db.selectFrom('leaver_keys').where('key_id', '=', key).select('decided_by as actor_id').execute()
  expect(rows).toEqual(decided)
})

test('two administrators hand over the same key at once: it goes once, and the other learns it', async () => {
  const app = await started()
  for (let round = 0; round < rounds; round += 1) {
    const { key, params } = await app.leaver(round)
    await app.setActive(params.id, false)
    const body = { key_ids: [key] }
    const answers = await Promise.all([
      app.admin.call(handOverKeys, { params, body: { ...body, to: app.ids.cy } }),
      app.other.call(handOverKeys, { params, body: { ...body, to: app.ids.di } }),
    ])
    const results = answers.flatMap((answer) => answer.body.results)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)?.message).toMatch(/^Belongs to .* already\.$/)
    const winner = answers[0].body.results[0]?.ok ? app.ids.cy : app.ids.di
    expect(await app.owner(key)).toBe(winner)
    expect(winner === app.ids.di ? await app.di.visible() : await app.cy.visible()).toContain(key)
  }
})

test('a hand-over and a release of the same key at once: the person who gets the key has it with all that the plan says', async () => {
  const app = await started()
  for (let round = 0; round < rounds; round += 1) {
    const { key, params } = await app.leaver(round)
    await app.setActive(params.id, false)
    const body = { key_ids: [key] }
    await Promise.all([
      app.admin.call(handOverKeys, { params, body: { ...body, to: app.ids.di } }),
      app.other.call(letKeysGo, { params, body }),
    ])
    expect(await app.owner(key)).toBe(app.ids.di)
  }
})

test('somebody comes back while their key is handed over: it is theirs, or the other’s by a plan that was open', async () => {
  const app = await started()
  for (let round = 0; round < rounds; round += 1) {
    const { key, params } = await app.leaver(round)
    await app.setActive(params.id, false)
    const [handed] = await Promise.all([
      app.other.call(handOverKeys, { params, body: { key_ids: [key], to: app.ids.di } }),
      app.setActive(params.id, true),
    ])
    const isHanded = handed.status === 200
    expect(await app.owner(key)).toBe(isHanded ? app.ids.di : params.id)
    if (!isHanded) expect(handed.body.code).toBe('leavers.closed')
  }
})

test('a new owner who leaves at the same moment does not get the key, or their own plan has it', async () => {
  const app = await started()
  for (let round = 0; round < rounds; round += 1) {
    const { key, params } = await app.leaver(round)
    await app.setActive(params.id, false)
    const heir = await app.signUp(`heir${round}@example.org`)
    const heirId = await app.idOf(heir.email)
    const [handed] = await Promise.all([
      app.other.call(handOverKeys, { params, body: { key_ids: [key], to: heirId } }),
      app.setActive(heirId, false),
    ])
    const { plan } = (await app.admin.call(getLeaver, { params: { id: heirId } })).body
    expect(plan?.owned.total).toBe(handed.status === 200 ? 1 : 0)
  }
})

test('a secret that is asked for while its person is deactivated: either it is not shown, or the plan says that it was', async () => {
  const app = await started()
  for (let round = 0; round < rounds; round += 1) {
    const bo = await app.signUp(`bo${round}@example.org`)
    const { key } = await app.cy.addKey(`Key ${round}`)
    await app.cy.share(key.id, bo.email, { permission: 'admin' })
    await bo.enterPin()
    const id = await app.idOf(bo.email)
    const [shown] = await Promise.all([bo.call(showSecret, { params: { id: key.id } }), app.setActive(id, false)])
    const { plan } = (await app.admin.call(getLeaver, { params: { id } })).body
    expect([plan?.rotate.total, plan?.safe]).toEqual(shown.status === 200 ? [1, 0] : [0, 1])
  }
})

test('a secret that its owner replaces while an administrator marks it as renewed is renewed once, by the administrator', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  const { key } = await app.cy.addKey('Key')
  await app.cy.share(key.id, bo.email, { permission: 'admin' })
  await bo.enterPin()
  await bo.call(showSecret, { params: { id: key.id } })
  const params = { id: await app.idOf(bo.email) }
  await app.setActive(params.id, false)
  await app.cy.enterPin()
  const totp = new TOTP({ secret: Secret.fromBase32(newSecret) })
  const codes: [string, string] = [totp.generate({ timestamp: app.clock.now() }), totp.generate({ timestamp: app.clock.now() + 30_000 })]
  const calls = await app.transaction(async ({ db }) => {
    await db.selectFrom('users').where('id', '=', params.id).select('id').forUpdate().execute()
    const ticked = app.admin.call(tickRenewed, { params, body: { key_ids: [key.id], renewed: true } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    const rotated = app.cy.call(rotateKey, { params: { id: key.id }, body: { secret: newSecret, codes } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(2))
    return { ticked, rotated }
  })
  expect((await calls.ticked).body.results).toMatchObject([{ ok: true }])
  expect((await calls.rotated).body.renewals_closed).toBe(0)
  const { data } = (await app.admin.call(listAudit, { query: { whom: params.id } })).body
  expect(
    data
      .map(({ action }) => action)
      .filter((action) => /secret_renewed|plan_closed/.test(action))
      .sort(),
  ).toEqual(['leaver.plan_closed', 'leaver.secret_renewed'])
})
