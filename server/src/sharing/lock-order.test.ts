import { setUserStatus } from '@twofold/contract/admin/users'
import { getLeaver } from '@twofold/contract/admin/leavers'
import { deleteKey } from '@twofold/contract/keys'
import { deleteProfile } from '@twofold/contract/profile'
import { answerReview, getReview, startReview } from '@twofold/contract/reviews'
import { shareKey } from '@twofold/contract/sharing/grants'
import { addGroup, addGroupMember, deleteGroup } from '@twofold/contract/sharing/memberships'
import { acceptOffer } from '@twofold/contract/sharing/hand-over'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { offerKey } from '../testing/hand-over.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice } from '../testing/start-office.ts'
import { testPassword } from '../testing/start-test-app.ts'

const rounds = 5
const day = 24 * 60 * 60 * 1000

const shared = shareApp(startOffice)

/** A transaction that gives way to another one is tried again, a second later: nobody should have to wait for that. */
function start() {
  const app = shared()
  onTestFinished(() => expect(app.logged()).not.toContain('gave way'))
  return app
}

test('keys that two hand to each other at once arrive, both ways', async () => {
  const app = start()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  for (let round = 0; round < rounds; round += 1) {
    const [annKey, boKey] = [(await ann.addKey(`Of Ann ${round}`)).key.id, (await bo.addKey(`Of Bo ${round}`)).key.id]
    const [toBo, toAnn] = [await offerKey(ann, bo, annKey), await offerKey(bo, ann, boKey)]
    const answers = await Promise.all([bo.call(acceptOffer, { params: { id: toBo } }), ann.call(acceptOffer, { params: { id: toAnn } })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
})

test('a key that is deleted while it is handed over is deleted or handed over', async () => {
  const app = start()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  for (let round = 0; round < rounds; round += 1) {
    const params = { id: (await ann.addKey(`Key ${round}`)).key.id }
    const id = await offerKey(ann, bo, params.id)
    const answers = await Promise.all([bo.call(acceptOffer, { params: { id } }), ann.call(deleteKey, { params })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  }
})

test('a new owner who deletes their account at once: the key stays with its owner, or was theirs before', async () => {
  const app = start()
  const ann = await app.signUp('ann@example.org')
  for (let round = 0; round < rounds; round += 1) {
    const bo = await app.signUp(`bo${round}@example.org`)
    const { key } = await ann.addKey(`Key ${round}`)
    const offer = await offerKey(ann, bo, key.id)
    const [handed, deleted] = await Promise.all([
      bo.call(acceptOffer, { params: { id: offer } }),
      bo.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } }),
    ])
    expect(deleted.status).toBe(200)
    const row = await app.db
      .selectFrom('keys')
      .innerJoin('users', 'users.id', 'keys.owner_id')
      .where('keys.id', '=', key.id)
      .select(['users.email', 'users.deleted_at', 'keys.updated_at'])
      .executeTakeFirstOrThrow()
    if (handed.status !== 200) expect(row.email).toBe(ann.email)
    else expect(row.updated_at.getTime()).toBeLessThanOrEqual(row.deleted_at?.getTime() ?? 0)
  }
})

test('a person who is deactivated takes no key out of their plan at that moment: nobody could decide about it', async () => {
  const app = start()
  const cy = await app.signUp('cy@example.org')
  for (let round = 0; round < rounds; round += 1) {
    const bo = await app.signUp(`bo${round}@example.org`)
    const params = { id: (await bo.addKey(`Key ${round}`)).key.id }
    const id = await app.idOf(bo.email)
    const offer = await offerKey(bo, cy, params.id)
    const [taken] = await Promise.all([
      round % 2 === 0 ? bo.call(deleteKey, { params }) : cy.call(acceptOffer, { params: { id: offer } }),
      app.admin.call(setUserStatus, { params: { id }, body: { is_active: false } }),
    ])
    const { plan } = (await app.admin.call(getLeaver, { params: { id } })).body
    expect([taken.status, plan?.owned.total]).toEqual(taken.status === 200 ? [200, 0] : [round % 2 === 0 ? 401 : 404, 1])
  }
})

test('a person who is deactivated takes over the key of another at the same moment', async () => {
  const app = start()
  const other = await app.administrator('other@example.org')
  for (let round = 0; round < rounds; round += 1) {
    const bo = await app.signUp(`bo${round}@example.org`)
    const params = { id: (await other.addKey(`Key ${round}`)).key.id }
    const id = await app.idOf(bo.email)
    const offer = await offerKey(other, bo, params.id)
    const answers = await Promise.all([
      bo.call(acceptOffer, { params: { id: offer } }),
      app.admin.call(setUserStatus, { params: { id }, body: { is_active: false } }),
    ])
    expect([200, 401]).toContain(answers[0].status)
    expect(answers[1].status).toBe(200)
    const { plan } = (await app.admin.call(getLeaver, { params: { id } })).body
    expect(plan?.owned.total).toBe(answers[0].status === 200 ? 1 : 0)
  }
})

test('a group that is deleted while its access is revoked in a review is gone, and the review has its answer', async () => {
  const app = start()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Door')
  const params = { id: (await ann.call(addGroup, { body: { name: 'Operations' } })).body.group.id }
  await ann.call(addGroupMember, { params, body: { email: bo.email } })
  await ann.call(shareKey, { params: { id: key.id }, body: { group_id: params.id } })
  const due_at = new Date(app.clock.now() + 10 * day).toISOString()
  const review = { id: (await ann.call(startReview, { body: { scope: 'all', due_at } })).body.id }
  const items = (await ann.call(getReview, { params: review })).body.items.map(({ id }) => id)
  const answers: Promise<{ status: number }>[] = []
  await app.transaction(async ({ db }) => {
    // The deletion wants the group before the review does, and the review has ended the shares before the deletion can.
    await sql`select from groups where id = ${params.id} for update`.execute(db)
    answers.push(ann.call(deleteGroup, { params }))
    await vi.waitFor(async () => expect(await countWaiting(app.db)).toBe(1))
    answers.push(ann.call(answerReview, { params: review, body: { items, answer: 'revoked' } }))
    await vi.waitFor(async () => expect(await countWaiting(app.db)).toBe(2))
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  expect(await bo.visible()).toEqual([])
})
