import { listAudit } from '@twofold/contract/admin/audit'
import {
  getOfficeReview,
  listOfficeReviews,
  remindReviewers,
  startOfficeReview,
  withdrawOfficeReview,
} from '@twofold/contract/admin/reviews'
import { setUserStatus } from '@twofold/contract/admin/users'
import { addGroup, addGroupMember, getGroup } from '@twofold/contract/groups'
import { deleteKey } from '@twofold/contract/keys'
import { listActivity } from '@twofold/contract/profile'
import { answerReview, getReview, listReviews, startReview, undoReviewAnswers, withdrawReview } from '@twofold/contract/reviews'
import type { NewReview, ReviewItem } from '@twofold/contract/reviews'
import { listShares, revokeShare, shareKey } from '@twofold/contract/sharing'
import { acceptOffer } from '@twofold/contract/hand-over'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { offerKey } from '../testing/hand-over.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice } from '../testing/start-office.ts'
import type { TestOffice } from '../testing/start-office.ts'
import type { createPerson } from '../testing/start-test-app.ts'

type Person = ReturnType<typeof createPerson>
const day = 86_400_000

const shared = shareApp(startOffice)

async function started(app: TestOffice = shared()) {
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const bo = await app.signUp('bo@example.com', 'Bo Sample')
  const cy = await app.signUp('cy@partner.example', 'Cy Partner')
  const { key } = await ann.addKey('Code host', { tags: ['web'] })
  const { key: bank } = await ann.addKey('Bank')
  const inDays = (days: number) => new Date(app.clock.now() + days * day).toISOString()
  const review = async (what: Partial<NewReview> = {}, by: Person = ann) => {
    const { status, body } = await by.call(startReview, { body: { scope: 'all', due_at: inDays(10), ...what } })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const office = async (what: Partial<NewReview> = {}) => {
    const { status, body } = await app.admin.call(startOfficeReview, { body: { scope: 'all', due_at: inDays(10), ...what } })
    expect(status, JSON.stringify(body)).toBe(201)
    await app.reviewTurns.turn()
    return body.id
  }
  const seen = async (id: string, by: Person = ann) => (await by.call(getReview, { params: { id } })).body
  const items = async (id: string, by: Person = ann) => (await seen(id, by)).items
  const idOf = async (id: string, who: string, by: Person = ann) => (await items(id, by)).find(({ email }) => email === who)?.id ?? ''
  const answer = (id: string, ids: string[], what: 'confirmed' | 'revoked', by: Person = ann) =>
    by.call(answerReview, { params: { id }, body: { items: ids, answer: what } })
  const undo = (id: string, ids: string[]) => ann.call(undoReviewAnswers, { params: { id }, body: { items: ids } })
  /** Lets so many days of every review pass, while everybody stays signed in. */
  const pass = async (days: number) => {
    await sql`update reviews set created_at = created_at - make_interval(days => ${days}), due_at = due_at - make_interval(days => ${days}),
      reminded_at = reminded_at - make_interval(days => ${days})`.execute(app.db)
    await app.reviewTurns.turn()
  }
  const has = async (person: Person) => (await person.codes()).length
  const group = async (...emails: string[]) => {
    const { id } = (await ann.call(addGroup, { body: { name: 'Night shift' } })).body.group
    for (const email of emails) await ann.call(addGroupMember, { params: { id }, body: { email } })
    await ann.call(shareKey, { params: { id: key.id }, body: { group_id: id } })
    return id
  }
  return { ...app, app, ann, bo, cy, key, bank, inDays, review, office, seen, items, idOf, answer, undo, pass, has, group }
}

const text = ({ about, email, group, permission, state }: ReviewItem) =>
  `${about.name}: ${group?.name ?? email} ${permission ?? 'member'} ${state}`

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

test('what is confirmed stays and what is revoked ends at once, as a revocation in the key itself would', async () => {
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

test('at the date what is not confirmed ends, and its owner and whoever had it are told', async () => {
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
  await app.reviewTurns.turn()
  expect(await eventsOf(app, 'review.ended')).toHaveLength(1)
})

test('after the date nothing is answered or taken back, also while the job has not run yet', async () => {
  const { app, ann, bo, key, review, idOf, answer, undo } = await started()
  await ann.share(key.id, bo.email)
  const id = await review()
  const item = await idOf(id, bo.email)
  await sql`update reviews set due_at = ${app.clock.date()} where id = ${id}`.execute(app.db)
  expect(await answer(id, [item], 'confirmed')).toMatchObject({ status: 409, body: { code: 'reviews.over' } })
  await app.reviewTurns.turn()
  expect(await undo(id, [item])).toMatchObject({ status: 409, body: { code: 'reviews.over' } })
})

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
  await app.reviewTurns.turn()
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
  await app.reviewTurns.turn()
  expect(await reminded()).toBe(2)
  await answer(id, [await idOf(id, bo.email)], 'confirmed')
  await bo.share((await bo.addKey('Of Bo')).key.id, cy.email)
  await pass(1)
  expect(await reminded()).toBe(2)
})

test('what an owner who is deactivated did not answer is left to the leaver plan', async () => {
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

test('what ended meanwhile is no longer in question, and is not ended twice: a revoked share, a deleted key', async () => {
  const { app, ann, bo, cy, key, bank, review, seen, pass } = await started(await startOffice())
  const share_id = (await ann.share(key.id, bo.email)) ?? ''
  await ann.share(bank.id, cy.email)
  const id = await review()
  await ann.call(revokeShare, { params: { id: key.id, share_id } })
  await ann.call(deleteKey, { params: { id: bank.id } })
  const { review: now, items } = await seen(id)
  expect([now.left, items.map(({ state }) => state)]).toEqual([0, ['gone', 'gone']])
  const told = (await eventsOf(app, 'key.share.revoked')).length
  await pass(10)
  expect(await eventsOf(app, 'key.share.revoked')).toHaveLength(told)
  // Given again afterwards, by a decision that is later than the review.
  await ann.share(key.id, bo.email)
  await app.reviewTurns.turn()
  expect((await ann.call(listShares, { params: { id: key.id } })).body.data).toHaveLength(1)
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

test('whoever gave a key away takes back nothing about it, so that nobody gets it behind the new owner’s back', async () => {
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
  await Promise.all([app.reviewTurns.turn(), app.reviewTurns.turn()])
  expect([await has(bo), await has(cy)]).toEqual([0, 0])
  expect(await eventsOf(app, 'key.share.revoked')).toHaveLength(4)
  expect(await eventsOf(app, 'review.ended')).toHaveLength(1)
})

test('a withdrawn review ends nothing more, and only whoever may withdraw it does', async () => {
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
  const turn = app.reviewTurns.turn()
  await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
  await sql`update reviews set state = 'withdrawn', closed_at = now() where id = ${id}`.execute(held)
  await held.commit().execute()
  await turn
  expect(await has(bo)).toBe(1)
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
  await app.reviewTurns.turn()
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
