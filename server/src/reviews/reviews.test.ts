import { listAudit } from '@twofold/contract/admin/audit'
import { remindReviewers, startOfficeReview } from '@twofold/contract/admin/reviews'
import { addGroupMember, getGroup } from '@twofold/contract/sharing/memberships'
import { deleteKey } from '@twofold/contract/keys'
import { listActivity, updateProfile } from '@twofold/contract/profile'
import { type NewReview, startReview } from '@twofold/contract/reviews'
import { listShares, revokeShare } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice, type TestOffice } from '../testing/start-office.ts'
import { prepareReviews, text } from '../testing/prepare-reviews.ts'
import { testPassword } from '../testing/start-test-app.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareReviews(app)

test('an owner’s review shows who has each key by which level, groups with their members, and nothing of other owners', async () => {
  const { app, ann, bo, cy, key, bank, review, items, group } = await started()
  const newcomer = app.address('new@partner.example')
  await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(bank.id, newcomer)
  await group(cy.email)
  const other = (await cy.addKey('Of Cy')).key
  await cy.share(other.id, bo.email)
  expect((await items(await review())).map(text)).toEqual([
    `Bank: ${newcomer} view-only open`,
    `Code host: ${bo.email} admin open`,
    'Code host: Night shift view-only open',
    `Night shift: ${cy.email} member open`,
  ])
})

test('a tag asks about its keys, a group about what it has and who is in it, and domains about addresses outside them', async () => {
  const { app, ann, bo, cy, key, bank, review, items, group } = await started()
  for (const { id } of [key, bank]) for (const { email } of [bo, cy]) await ann.share(id, email)
  const di = app.address('di@example.org')
  const group_id = await group(cy.email, di)
  const of = async (what: Partial<NewReview>) => (await items(await review(what))).map(text)
  expect(await of({ scope: 'tag', tag: 'web' })).toEqual([
    `Code host: ${bo.email} view-only open`,
    `Code host: ${cy.email} view-only open`,
    'Code host: Night shift view-only open',
  ])
  expect(await of({ scope: 'group', group_id })).toEqual([
    'Code host: Night shift view-only open',
    `Night shift: ${cy.email} member open`,
    `Night shift: ${di} member open`,
  ])
  expect(
    await of({ scope: 'outside', domains: [di, bo.email].map((email) => email.split('@')[1]?.replace('example', 'Example')).join(', ') }),
  ).toEqual([`Bank: ${cy.email} view-only open`, `Code host: ${cy.email} view-only open`, `Night shift: ${cy.email} member open`])
})

test('a confirmed grant stays and a revoked one ends at once, as a revocation in the key itself would', async () => {
  const { app, ann, bo, cy, key, review, seen, idOf, answer, has } = await started()
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  const id = await review()
  expect((await answer(id, [await idOf(id, bo.email)], 'confirmed')).body).toMatchObject({ left: 1, items: [{ state: 'confirmed' }] })
  expect((await answer(id, [await idOf(id, cy.email)], 'revoked')).body).toMatchObject({ left: 0, items: [{ state: 'revoked' }] })
  expect([await has(bo), await has(cy)]).toEqual([1, 0])
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['share.reason'])).toEqual(['revoked'])
  expect((await cy.call(listActivity, { query: {} })).body.data[0]?.description).toBe('Your access to Code host was ended')
  expect((await seen(id)).review).toMatchObject({ total: 2, left: 0 })
})

test('a member that is revoked loses everything of the group, and the others keep it', async () => {
  const { ann, bo, cy, review, idOf, answer, has, group } = await started()
  const group_id = await group(bo.email, cy.email)
  const id = await review()
  await answer(id, [await idOf(id, cy.email)], 'revoked')
  expect([await has(bo), await has(cy)]).toEqual([1, 0])
  expect((await ann.call(getGroup, { params: { id: group_id } })).body.members.map(({ email }) => email)).toEqual([bo.email])
})

test('an answer is taken back: a revoked share and a removed member have everything again, and are in question again', async () => {
  const { ann, bo, cy, bank, review, seen, idOf, answer, undo, has, group } = await started()
  await ann.share(bank.id, bo.email)
  await group(cy.email)
  const id = await review()
  const ids = [await idOf(id, bo.email), await idOf(id, cy.email)]
  await answer(id, ids, 'revoked')
  expect([await has(bo), await has(cy)]).toEqual([0, 0])
  expect((await undo(id, ids)).body).toMatchObject({ items: [{ state: 'open' }, { state: 'open' }] })
  expect([await has(bo), await has(cy)]).toEqual([1, 1])
  expect((await seen(id)).review).toMatchObject({ total: 3, left: 3 })
})

test('a removed member who has proven the address meanwhile has everything again, and nobody is put back who is in the group by another', async () => {
  const { app, ann, cy, review, idOf, answer, undo, has, group } = await started()
  const newcomer = app.address('new@partner.example')
  const group_id = await group(cy.email, newcomer)
  const id = await review()
  const ids = [await idOf(id, cy.email), await idOf(id, newcomer)]
  await answer(id, ids, 'revoked')
  const person = await app.signUp('new@partner.example')
  const moved = app.address('cynthia@partner.example')
  await cy.call(updateProfile, { body: { name: 'Cy', email: moved, current_password: testPassword } })
  await ann.call(addGroupMember, { params: { id: group_id }, body: { email: moved } })
  expect((await undo(id, ids)).body.items.map(({ state }) => state)).toEqual(['revoked', 'open'])
  expect([await has(cy), await has(person)]).toEqual([1, 1])
  const members = (await ann.call(getGroup, { params: { id: group_id } })).body.members.map(({ email }) => email)
  expect(members.toSorted()).toEqual([moved, newcomer])
})

test('a member who deletes the account while the removal is taken back stays out of the group', async () => {
  const { app, cy, review, idOf, answer, undo, group } = await started()
  const group_id = await group(cy.email)
  const id = await review()
  const ids = [await idOf(id, cy.email)]
  await answer(id, ids, 'revoked')
  const { id: user } = await app.db.selectFrom('users').where('email', '=', cy.email).select('id').executeTakeFirstOrThrow()
  const account = await app.accounts.require(user)
  const { undone } = await app.transaction(async (tx) => {
    await app.deletion.endAccount(tx, account, null)
    const asked = undo(id, ids)
    await Promise.race([asked, eventually(async () => expect(await countWaiting(app.db)).toBe(1))])
    return { undone: asked }
  })
  expect((await undone).body.code).toBe('reviews.cannot_undo')
  expect(await app.db.selectFrom('group_members').where('group_id', '=', group_id).select('id').execute()).toEqual([])
})

test('a revocation of more than a day ago, and one after which the key was shared again, cannot be taken back', async () => {
  const { app, ann, bo, cy, key, review, idOf, answer, undo } = await started()
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  const id = await review()
  const ids = [await idOf(id, bo.email), await idOf(id, cy.email)]
  await answer(id, ids, 'revoked')
  await ann.share(key.id, bo.email)
  await sql`update review_items set answered_at = answered_at - interval '25 hours' where id = ${ids[1]}`.execute(app.db)
  for (const item of ids) expect(await undo(id, [item])).toMatchObject({ status: 409, body: { code: 'reviews.cannot_undo' } })
})

test('a grant that is not confirmed by the date ends, and its owner and the people who had it are notified', async () => {
  const { app, ann, bo, cy, key, review, seen, idOf, answer, pass, has, group } = await started(await startOffice())
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  const group_id = await group('di@example.org')
  const id = await review()
  await answer(id, [await idOf(id, bo.email)], 'confirmed')
  await pass(9)
  expect([await has(bo), await has(cy)]).toEqual([1, 1])
  await pass(1)
  expect([await has(bo), await has(cy)]).toEqual([1, 0])
  expect((await ann.call(getGroup, { params: { id: group_id } })).body.members).toEqual([])
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['share.reason'])).toEqual(['unconfirmed'])
  const happened = (await ann.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  expect(happened).toContain('Access of cy@partner.example to Code host ended, because it was not confirmed in a review')
  expect(happened[0]).toBe('A review of who can use your keys ended. Not confirmed and therefore ended: 3')
  expect((await eventsOf(app, 'review.ended')).map(({ data }) => [data['review.confirmed'], data['review.ended']])).toEqual([[1, 3]])
  expect((await seen(id)).review).toMatchObject({ state: 'ended', left: 0 })
  await app.reviewSchedule.run()
  expect(await eventsOf(app, 'review.ended')).toHaveLength(1)
})

test('after the date nothing is answered or taken back, also while the job has not run yet', async () => {
  const { app, ann, bo, key, review, idOf, answer, undo } = await started()
  await ann.share(key.id, bo.email)
  const id = await review()
  const item = await idOf(id, bo.email)
  await sql`update reviews set due_at = ${app.clock.date()} where id = ${id}`.execute(app.db)
  expect(await answer(id, [item], 'confirmed')).toMatchObject({ status: 409, body: { code: 'reviews.over' } })
  await app.reviewSchedule.run()
  expect(await undo(id, [item])).toMatchObject({ status: 409, body: { code: 'reviews.over' } })
})

test('a grant that ended meanwhile is no longer in question, and is not ended twice: a revoked share, a deleted key', async () => {
  const { app, ann, bo, cy, key, bank, review, seen, pass } = await started(await startOffice())
  const share_id = (await ann.share(key.id, bo.email)) ?? ''
  await ann.share(bank.id, cy.email)
  const id = await review()
  await ann.call(revokeShare, { params: { id: key.id, share_id } })
  await ann.call(deleteKey, { params: { id: bank.id } })
  const { review: now, items } = await seen(id)
  expect([now.left, items.map(({ state }) => state)]).toEqual([0, ['gone', 'gone']])
  const notices = (await eventsOf(app, 'key.share.revoked')).length
  await pass(10)
  expect(await eventsOf(app, 'key.share.revoked')).toHaveLength(notices)
  // Given again afterwards, by a decision that is later than the review.
  await ann.share(key.id, bo.email)
  await app.reviewSchedule.run()
  expect((await ann.call(listShares, { params: { id: key.id } })).body.data).toHaveLength(1)
})

test.each(['the share', 'the group'])(
  'a person who had a key in two ways that are revoked together is notified once: %s first',
  async (first) => {
    const { app, ann, bo, key, review, items, answer, group, has } = await started(await startOffice())
    const share = () => ann.share(key.id, bo.email)
    if (first === 'the share') await share()
    await group(bo.email)
    if (first === 'the group') await share()
    const id = await review()
    const ways = (await items(id)).filter(({ about }) => about.id === key.id)
    expect(ways).toHaveLength(2)
    await answer(
      id,
      ways.map((way) => way.id),
      'revoked',
    )
    expect(await has(bo)).toBe(0)
    const to = await app.idOf(bo.email)
    expect((await eventsOf(app, 'key.share.revoked')).filter((event) => JSON.stringify(event).includes(to))).toHaveLength(1)
    expect((await bo.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'share_ended')).toHaveLength(1)
  },
)

test('two tabs at once: of a confirmation and a revocation the revocation stays, and each tab learns what holds', async () => {
  const { ann, bo, key, review, idOf, answer, has } = await started()
  await ann.share(key.id, bo.email)
  const id = await review()
  const item = await idOf(id, bo.email)
  const both = await Promise.all([answer(id, [item], 'revoked'), answer(id, [item], 'confirmed')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await answer(id, [item], 'confirmed')).body).toMatchObject({ items: [{ state: 'revoked' }] })
  expect(await has(bo)).toBe(0)
})

test('two nodes at once end each share once', async () => {
  const { app, ann, bo, cy, key, bank, review, has } = await started(await startOffice())
  for (const { id } of [key, bank]) for (const { email } of [bo, cy]) await ann.share(id, email)
  await review()
  await sql`update reviews set due_at = ${app.clock.date()}`.execute(app.db)
  await Promise.all([app.reviewSchedule.run(), app.reviewSchedule.run()])
  expect([await has(bo), await has(cy)]).toEqual([0, 0])
  expect(await eventsOf(app, 'key.share.revoked')).toHaveLength(4)
  expect(await eventsOf(app, 'review.ended')).toHaveLength(1)
})

test('a tag that cannot be stored is refused as such', async () => {
  const { ann, inDays } = await started()
  for (const tag of ['a\u0000', '\ud800']) {
    const { status, body } = await ann.call(startReview, { body: { scope: 'tag', tag, due_at: inDays(10) } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['tag']])
  }
})

test('a review leaves time: two days for own keys, seven for those of others, and a year at most', async () => {
  const { admin, ann, bo, key, inDays } = await started(await startOffice())
  await ann.share(key.id, bo.email)
  const own = async (days: number) => (await ann.call(startReview, { body: { scope: 'all', due_at: inDays(days) } })).status
  const office = async (days: number) => (await admin.call(startOfficeReview, { body: { scope: 'all', due_at: inDays(days) } })).status
  expect([await own(1.9), await own(2), await own(367)]).toEqual([422, 201, 422])
  expect([await office(6.9), await office(7), await office(367)]).toEqual([422, 201, 422])
})

test('own reviews are of own groups only, and of something', async () => {
  const { ann, bo, key, inDays, group } = await started()
  const body = { scope: 'all', due_at: inDays(10) } as const
  expect(await ann.call(startReview, { body })).toMatchObject({ status: 409, body: { code: 'reviews.nothing_to_review' } })
  await ann.share(key.id, bo.email)
  const group_id = await group(bo.email)
  const foreign = await bo.call(startReview, { body: { scope: 'group', group_id, due_at: inDays(10) } })
  expect(foreign).toMatchObject({ status: 404, body: { code: 'groups.not_found' } })
  const unfitting = await ann.call(startReview, { body: { ...body, tag: 'web' } })
  expect(unfitting.status).toBe(422)
})

test('starting, answering, taking back, reminding and the end are in the audit log, with who did it', async () => {
  const { app, admin, ann, bo, key, office, idOf, answer, undo, pass } = await started(await startOffice())
  await ann.share(key.id, bo.email)
  const id = await office()
  const item = await idOf(id, bo.email)
  await answer(id, [item], 'revoked')
  await undo(id, [item])
  await admin.call(remindReviewers, { params: { id } })
  await app.reviewSchedule.run()
  await pass(10)
  const { data } = (await admin.call(listAudit, { query: {} })).body
  const rows = data.filter(({ action }) => action.startsWith('review.')).map(({ action, actor }) => [action, actor?.email ?? null])
  expect(rows).toEqual([
    ['review.ended', null],
    ['review.reminded', admin.email],
    ['review.undone', ann.email],
    ['review.answered', ann.email],
    ['review.started', admin.email],
  ])
})
