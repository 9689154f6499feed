import { startOfficeReview } from '@twofold/contract/admin/reviews'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { answerReview, getReview, type NewReview, type ReviewItem, startReview, undoReviewAnswers } from '@twofold/contract/reviews'
import { shareKey } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestOffice } from './start-office.ts'
import type { createPerson } from './start-test-app.ts'

type Person = ReturnType<typeof createPerson>

const day = 86_400_000

export async function prepareReviews(app: TestOffice) {
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
    await app.reviewSchedule.run()
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
    await app.reviewSchedule.run()
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

export const text = ({ about, email, group, permission, state }: ReviewItem) =>
  `${about.name}: ${group?.name ?? email} ${permission ?? 'member'} ${state}`
