import { revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { approveTake, cancelTake, denyTake, listApprovals } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { makeToken } from '../machines/testing/make-token.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { type Answer, startApprovals, windowStart } from './testing/start-approvals.ts'
import { idOfAccount } from '../testing/account-row.ts'

const shared = shareApp((options) => startTestApp({ now: windowStart + 2_000, ...options }))

const personOf = (to: object = {}) => ('user_id' in to ? to.user_id : undefined)

const start = (terms: Parameters<typeof startApprovals>[1] = {}) => startApprovals(shared(), terms)

test('nothing is handed until somebody approves what the program shows, and then the waiting program gets the code', async () => {
  const { ann, svc, ask, look, leases, holding } = await start()
  const asked = await ask(svc, { reason: 'Release 4.2' })
  expect([asked.status, asked.state]).toEqual([202, 'awaiting_approval'])
  expect(asked.approval).toEqual({
    url: expect.stringMatching(`^http.*/approve/${asked.id}$`) as string,
    number: expect.any(Number) as number,
  })
  const waits = look(svc, asked.id, 50)
  await holding()
  expect(await leases()).toEqual([])

  const { data } = (await ann.call(listApprovals, {})).body
  const number = asked.approval?.number ?? 0
  expect(data).toEqual([
    expect.objectContaining({
      id: asked.id,
      asked_by: 'Deploy bot',
      is_service_account: true,
      number,
      reason: 'Release 4.2',
      may_decide: true,
    }),
  ])
  expect(JSON.stringify(data)).not.toContain('code"')
  const params = { id: asked.id }
  expect((await ann.call(approveTake, { params, body: { number: number === 99 ? 98 : number + 1 } })).body.code).toBe('takes.wrong_number')
  expect((await ann.call(approveTake, { params, body: { number } })).body.message).toBe('The program gets its code.')
  const { take } = await waits
  expect([take.state, take.code]).toEqual(['handed', expect.stringMatching(/^\d{6}$/)])
  expect((await leases()).length).toBe(1)
  // Once more decides nothing, and hands nothing.
  expect((await ann.call(approveTake, { params, body: { number } })).body.code).toBe('takes.decided')
  expect((await ann.call(denyTake, { params })).body.code).toBe('takes.decided')
  expect((await leases()).length).toBe(1)
  expect((await ann.call(listApprovals, {})).body.data).toEqual([])
})

test('a program shows its number while the person is asked: an answer that waits for approval is held only on request', async () => {
  const { app, svc, ask, look, holding } = await start()
  const asked = await ask(svc, { hold_seconds: undefined })
  expect([asked.status, asked.state, asked.approval?.number]).toEqual([202, 'awaiting_approval', expect.any(Number) as number])
  expect(app.waitingTakes.count()).toBe(0)
  const waits = look(svc, asked.id, 50)
  await holding()
  await svc.send('DELETE', `/api/takes/${asked.id}`)
  expect((await waits).take.state).toBe('cancelled')
  // Less than a held answer takes.
}, 40_000)

test('a token of an agent waits for approval whatever the key says, and its person approves it', async () => {
  const { app, ann, owner, ask, look } = await start({ approval: 'none' })
  const agent = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], is_agent: true })
  const asked = await ask(agent)
  expect(asked.state).toBe('awaiting_approval')
  expect((await agent.send('POST', `/api/takes/${asked.id}/approve`, { body: { number: asked.approval?.number } })).status).toBe(403)
  await ann.call(approveTake, { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } })
  expect((await look(agent, asked.id)).take.state).toBe('handed')
})

test('only the owner of the key and people with full control decide, behind the PIN', async () => {
  const { app, ann, bo, cy, boShare, params, svc, ask, look } = await start()
  const di = await app.signUp('di@example.org', 'Di')
  await di.enterPin()
  const asked = await ask(svc)
  const decision = { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } }
  expect((await di.call(approveTake, decision)).body.code).toBe('takes.not_found')
  expect((await cy.call(approveTake, decision)).body.code).toBe('keys.view_only')
  for (const person of [cy, di]) expect((await person.call(listApprovals, {})).body.data).toEqual([])
  expect((await bo.call(listApprovals, {})).body.data).toHaveLength(1)
  // Bo loses the key after the page asked, and before the answer.
  await ann.call(revokeShare, { params: { ...params, share_id: boShare } })
  expect((await bo.call(approveTake, decision)).body.code).toBe('takes.not_found')
  expect((await bo.call(denyTake, { params: decision.params })).body.code).toBe('takes.not_found')
  app.clock.advance(5 * 60_000 + 1_000)
  await look(svc, asked.id)
  const again = await ask(svc)
  expect((await ann.call(approveTake, { params: { id: again.id }, body: { number: again.approval?.number ?? 0 } })).body.code).toBe(
    'pin.required',
  )
})

test('with four eyes the maker of the token does not approve, and somebody else does', async () => {
  const { ann, bo, svc, ask, look } = await start({ four_eyes: true })
  const asked = await ask(svc)
  const decision = { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } }
  expect((await ann.call(listApprovals, {})).body.data[0]?.may_decide).toBe(false)
  expect((await ann.call(approveTake, decision)).body.code).toBe('takes.four_eyes')
  await bo.call(approveTake, decision)
  expect((await look(svc, asked.id)).take.state).toBe('handed')
})

test('a person whose codes are closed is neither asked to approve nor shown what waits', async () => {
  const { app, bo, owner, svc, ask } = await start()
  const closed = { codes_closed_until: new Date(windowStart + 3_600_000) }
  await app.db.updateTable('users').set(closed).where('email', '=', bo.email).execute()
  await ask(svc)
  expect((await eventsOf(app, 'take.approval_requested')).map(({ to }) => personOf(to))).toEqual([owner])
  expect((await bo.call(listApprovals, {})).body.data).toEqual([])
})

test('a denied take is over, and a third denial within an hour suspends the service account', async () => {
  const { app, ann, account, key, svc, ask, look } = await start()
  const suspended = async () =>
    (await app.db.selectFrom('service_accounts').select('suspended_because').where('id', '=', account.id).executeTakeFirstOrThrow())
      .suspended_because
  for (let denials = 1; denials <= 3; denials += 1) {
    expect(await suspended()).toBe(null)
    const asked = await ask(svc)
    expect((await ann.call(denyTake, { params: { id: asked.id } })).body.message).toBe('The program gets no code.')
    expect((await look(svc, asked.id)).code).toBe(denials < 3 ? 'takes.denied' : 'tokens.suspended')
  }
  expect(await suspended()).toBe('denials')
  const rows = await app.db
    .selectFrom('audit_log')
    .where('action', '=', 'take.over')
    .where('target_id', '=', key.id)
    .select('after')
    .execute()
  expect(rows.map(({ after }) => after)).toEqual(
    Array<unknown>(3).fill(expect.objectContaining({ state: 'denied', denied_by: 'Ann', service_account: 'Deploy bot' })),
  )
})

test('a third denial ends the token of a person’s agent', async () => {
  const { app, ann, owner, ask } = await start()
  const agent = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], is_agent: true })
  for (let denials = 1; denials <= 3; denials += 1) await ann.call(denyTake, { params: { id: (await ask(agent)).id } })
  expect((await agent.send('GET', '/api/takes')).status).toBe(401)
})

test('without a decision in time the take is over, and an answer that comes later changes nothing', async () => {
  const { app, ann, svc, ask, look, leases, holding } = await start()
  const asked = await ask(svc, { wait_seconds: 30 })
  const waits = look(svc, asked.id, 50)
  await holding()
  app.clock.advance(31_000)
  expect((await waits).code).toBe('takes.timed_out')
  const decision = { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } }
  expect((await ann.call(approveTake, decision)).body.code).toBe('takes.decided')
  expect(await leases()).toEqual([])
})

test('a silent approver is no longer asked, and a late approval hands out nothing', async () => {
  const { app, ann, svc, ask, look, leases } = await start()
  const asked = await ask(svc)
  app.clock.advance(11_000)
  expect((await ann.call(listApprovals, {})).body.data).toEqual([])
  const decision = { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } }
  expect((await ann.call(approveTake, decision)).body.code).toBe('takes.decided')
  expect((await look(svc, asked.id)).take.state).toBe('abandoned')
  expect(await leases()).toEqual([])
})

test('a token that is revoked between the yes and the code gets none', async () => {
  const { app, ann, svc, ask, look, leases } = await start()
  const asked = await ask(svc)
  await ann.call(approveTake, { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } })
  await app.db
    .updateTable('access_tokens')
    .set({ revoked_at: new Date(windowStart), revoked_because: 'owner' })
    .where('id', '=', svc.id)
    .execute()
  expect((await look(svc, asked.id)).status).toBe(401)
  expect(await leases()).toEqual([])
})

test('while one waits for approval others are served, and who asked first is first again once approved', async () => {
  const { app, ann, cy, params, svc, ask, look } = await start()
  const asked = await ask(svc)
  expect((await cy.send<Answer>('POST', `/api/keys/${params.id}/take`, { body: {} })).body.take.state).toBe('handed')
  await ann.call(approveTake, { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } })
  const waits = look(svc, asked.id, 50)
  const later = cy.send<Answer>('POST', `/api/keys/${params.id}/take`, { body: { wait_seconds: 120 } })
  await eventually(() => expect(app.waitingTakes.count()).toBe(2))
  app.clock.set(windowStart + 30_000)
  expect((await waits).take.window).toBe(windowStart / 30_000 + 1)
  app.clock.set(windowStart + 60_000)
  expect((await later).body.take.window).toBe(windowStart / 30_000 + 2)
})

test('each person who may decide gets one e-mail for each take, and no more than ten an hour', async () => {
  const { app, ann, bo, cy, owner, params, ask } = await start({ approval: 'none' })
  const boId = await idOfAccount(app, bo.email)
  await ann.call(shareKey, {
    params,
    body: { email: cy.email, permission: 'admin', expires_at: new Date(windowStart + 60_000).toISOString() },
  })
  const asked = async () => (await eventsOf(app, 'take.approval_requested')).map(({ to, data }) => [personOf(to), data['take.id']])
  const agent = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], is_agent: true })
  const first = await ask(agent)
  expect(new Set(await asked())).toEqual(new Set([owner, boId, await idOfAccount(app, cy.email)].map((id) => [id, first.id])))
  const events = await eventsOf(app, 'take.approval_requested')
  expect(events[0]?.data).toEqual({ 'key.name': 'Registry', 'take.by': 'Ann', 'take.id': first.id, 'take.until': first.deadline })
  // Cy's full control has ended.
  app.clock.advance(60_000)
  for (let takes = 2; takes <= 12; takes += 1) {
    const { id } = await ask(await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], is_agent: true }))
    expect((await ann.call(listApprovals, {})).body.data.at(-1)?.id).toBe(id)
  }
  expect((await asked()).map(([id]) => id).filter((id) => id === owner)).toHaveLength(10)
  expect(await asked()).toHaveLength(21)
  app.clock.advance(3_600_001)
  await ask(agent)
  expect(await asked()).toHaveLength(23)
})

test('with four eyes the maker of the token gets no e-mail that they cannot act on', async () => {
  const { app, bo, svc, ask } = await start({ four_eyes: true })
  await ask(svc)
  expect((await eventsOf(app, 'take.approval_requested')).map(({ to }) => personOf(to))).toEqual([await idOfAccount(app, bo.email)])
})

test('a program that gives up waiting is asked about no more', async () => {
  const { ann, svc, ask } = await start()
  const asked = await ask(svc)
  expect((await svc.send<Answer>(cancelTake.method, `/api/takes/${asked.id}`)).body.take.state).toBe('cancelled')
  expect((await ann.call(listApprovals, {})).body.data).toEqual([])
})

test('a code of a counter waits for approval as well', async () => {
  const { app, ann, owner, look, holding } = await start()
  const { key } = await ann.addKey('Door', { type: 'hotp' })
  const agent = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], is_agent: true })
  const { body } = await agent.send<Answer>('POST', `/api/keys/${key.id}/take`, { body: { hold_seconds: 0 } })
  const waits = look(agent, body.take.id, 50)
  await holding()
  await ann.call(approveTake, { params: { id: body.take.id }, body: { number: body.take.approval?.number ?? 0 } })
  expect((await waits).take).toMatchObject({ state: 'handed', counter: 0 })
})
