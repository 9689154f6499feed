import { getOfficeReview, listOfficeReviews, remindReviewers, withdrawOfficeReview } from '@twofold/contract/admin/reviews'
import { setUserStatus } from '@twofold/contract/admin/users'
import { answerReview, getReview, listReviews, withdrawReview } from '@twofold/contract/reviews'
import { acceptOffer } from '@twofold/contract/sharing/hand-over'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { offerKey } from '../testing/hand-over.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice, type TestOffice } from '../testing/start-office.ts'
import { prepareReviews, text } from '../testing/prepare-reviews.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareReviews(app)

test('an administrator’s review asks each owner for their own, and gives the administrator nothing', async () => {
  const { app, admin, ann, bo, cy, key, office, items, pass, has } = await started(await startOffice())
  const adas = (await admin.addKey('Of the office')).key
  await ann.share(key.id, bo.email)
  await bo.share((await bo.addKey('Of Bo')).key.id, cy.email)
  await admin.share(adas.id, cy.email)
  const before = await has(admin)
  const id = await office()
  expect((await items(id)).map(text)).toEqual(['Code host: bo@example.com view-only open'])
  expect((await items(id, bo)).map(text)).toEqual(['Of Bo: cy@partner.example view-only open'])
  const foreign = (await items(id))[0]?.id ?? ''
  const tried = await admin.call(answerReview, { params: { id }, body: { items: [foreign], answer: 'revoked' } })
  expect(tried).toMatchObject({ status: 404, body: { code: 'reviews.not_found' } })
  expect((await eventsOf(app, 'review.started')).map(({ data }) => data['review.left'])).toEqual([1, 1, 1])
  await pass(10)
  expect([await has(admin), await has(bo), await has(cy)]).toEqual([before, 1, 0])
})

test('nobody sees a review in which nothing of theirs is in question', async () => {
  const { ann, bo, cy, key, office, review } = await started(await startOffice())
  await ann.share(key.id, bo.email)
  for (const id of [await office(), await review()]) {
    expect((await cy.call(listReviews, {})).body.data).toEqual([])
    expect(await cy.call(getReview, { params: { id } })).toMatchObject({ status: 404, body: { code: 'reviews.not_found' } })
  }
  expect((await ann.call(listReviews, {})).body.data).toHaveLength(2)
})

test('an administrator sees how far each owner is, and can remind them once a day', async () => {
  const { app, admin, ann, bo, cy, key, office, idOf, answer } = await started(await startOffice())
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  await bo.share((await bo.addKey('Of Bo')).key.id, cy.email)
  const id = await office()
  for (const { email } of [bo, cy]) await answer(id, [await idOf(id, email)], 'confirmed')
  const { body } = await admin.call(getOfficeReview, { params: { id }, query: {} })
  expect(body.review).toMatchObject({ state: 'open', total: 3, confirmed: 2, left: 1 })
  expect(body.owners.data.map(({ name, confirmed, left }) => [name, confirmed, left])).toEqual([
    ['Bo Sample', 0, 1],
    ['Ann Example', 2, 0],
  ])
  const { data } = (await admin.call(listOfficeReviews, { query: {} })).body
  expect(data).toEqual([expect.objectContaining({ id, total: 3, confirmed: 2, left: 1 })])
  expect((await admin.call(remindReviewers, { params: { id } })).status).toBe(200)
  await app.reviewSchedule.run()
  const reminded = await eventsOf(app, 'review.reminder')
  expect(reminded.map(({ data }) => data['review.left'])).toEqual([1])
  expect(await admin.call(remindReviewers, { params: { id } })).toMatchObject({ status: 409, body: { code: 'reviews.reminded_lately' } })
})

test('owners are reminded a week and a day before the end, each once, as long as they have something left', async () => {
  const { app, ann, bo, cy, key, office, idOf, answer, pass } = await started(await startOffice())
  await ann.share(key.id, bo.email)
  const id = await office()
  const reminded = async () => (await eventsOf(app, 'review.reminder')).length
  await pass(2)
  expect(await reminded()).toBe(0)
  await pass(1)
  await pass(1)
  expect(await reminded()).toBe(1)
  await pass(5)
  await app.reviewSchedule.run()
  expect(await reminded()).toBe(2)
  await answer(id, [await idOf(id, bo.email)], 'confirmed')
  await bo.share((await bo.addKey('Of Bo')).key.id, cy.email)
  await pass(1)
  expect(await reminded()).toBe(2)
})

test('questions that a deactivated owner did not answer are left to the leaver plan', async () => {
  const { db, admin, ann, bo, key, office, pass, has } = await started(await startOffice())
  await ann.share(key.id, bo.email)
  const id = await office()
  const { id: annId } = await db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()
  expect((await admin.call(setUserStatus, { params: { id: annId }, body: { is_active: false } })).status).toBe(200)
  await pass(10)
  expect(await has(bo)).toBe(1)
  const outcomes = await db.selectFrom('review_items').select('outcome').where('review_id', '=', id).execute()
  expect(outcomes).toEqual([{ outcome: 'left' }])
})

test('a key that changes hands takes its questions of an administrator’s review along, and leaves its former owner’s own', async () => {
  const { ann, bo, cy, key, office, review, items } = await started(await startOffice())
  await ann.share(key.id, cy.email)
  const [ofOffice, own] = [await office(), await review()]
  const offer = await offerKey(ann, bo, key.id)
  expect((await bo.call(acceptOffer, { params: { id: offer } })).status).toBe(200)
  expect((await items(ofOffice, bo)).map(text)).toEqual(['Code host: cy@partner.example view-only open'])
  expect((await ann.call(getReview, { params: { id: ofOffice } })).status).toBe(404)
  expect((await ann.call(getReview, { params: { id: own } })).body.review).toMatchObject({ left: 0 })
  expect((await bo.call(getReview, { params: { id: own } })).status).toBe(404)
})

test('a former owner takes back nothing about the key, so that nobody gets it behind the new owner’s back', async () => {
  const { ann, bo, cy, key, review, idOf, answer, undo, has } = await started()
  await ann.share(key.id, cy.email)
  const own = await review()
  const item = await idOf(own, cy.email)
  await answer(own, [item], 'revoked')
  const offer = await offerKey(ann, bo, key.id)
  expect((await bo.call(acceptOffer, { params: { id: offer } })).status).toBe(200)
  expect((await undo(own, [item])).status).toBe(409)
  expect(await has(cy)).toBe(0)
})

test('a withdrawn review ends nothing more, and only a person who may withdraw it does', async () => {
  const { admin, ann, bo, cy, key, office, review, idOf, answer, pass, has } = await started(await startOffice())
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  const [own, ofOffice] = [await review(), await office()]
  await answer(own, [await idOf(own, cy.email)], 'revoked')
  for (const [by, id] of [
    [bo, own],
    [admin, own],
    [ann, ofOffice],
  ] as const)
    expect((await by.call(withdrawReview, { params: { id } })).status).toBe(404)
  expect((await admin.call(withdrawOfficeReview, { params: { id: own } })).status).toBe(404)
  expect((await ann.call(withdrawReview, { params: { id: own } })).status).toBe(200)
  expect((await admin.call(withdrawOfficeReview, { params: { id: ofOffice } })).status).toBe(200)
  await pass(10)
  expect([await has(bo), await has(cy)]).toEqual([1, 0])
})

test('a review that is withdrawn while its end is on the way ends nothing', async () => {
  const { app, ann, bo, key, review, has } = await started()
  await ann.share(key.id, bo.email)
  const id = await review()
  await sql`update reviews set due_at = ${app.clock.date()} where id = ${id}`.execute(app.db)
  const held = await app.db.startTransaction().execute()
  await sql`select from reviews where id = ${id} for update`.execute(held)
  const run = app.reviewSchedule.run()
  await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
  await sql`update reviews set state = 'withdrawn', closed_at = now() where id = ${id}`.execute(held)
  await held.commit().execute()
  await run
  expect(await has(bo)).toBe(1)
})
