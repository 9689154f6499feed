import { type DayFigure, dayFigures } from '@twofold/contract/admin/analytics'
import { signIn } from '@twofold/contract/sessions'
import { copiedCode } from '@twofold/contract/codes'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { createLog } from '../../platform/log.ts'
import { openTestPool } from '../../platform/testing/test-database.ts'
import { testPassword } from '../../testing/start-test-app.ts'
import { createDayFiguresRepository } from './day-figures.repository.ts'
import { createDayFiguresService } from './day-figures.service.ts'
import { dayAt } from '../../platform/days.ts'
import { createGrowthRepository } from './growth.repository.ts'

const noon = Date.parse('2026-11-20T12:30:00Z')
const hour = 60 * 60 * 1000
const day = 24 * hour

async function started(now = noon) {
  const app = await startEmailApp({ now })
  const bo = await app.signUp('bo@example.org')
  const { id: boId } = await app.db.selectFrom('users').where('email', '=', bo.email).select('id').executeTakeFirstOrThrow()
  const of = async (figure: DayFigure, from = dayAt(app.clock.now()), to = from) =>
    (await app.dayFigures.between(from, to)).map(({ figures }) => figures[figure])
  const signedIn = (at: number) =>
    app.db
      .insertInto('activity')
      .values({ id: uuid(), user_id: boId, kind: 'signed_in', happened_at: new Date(at) })
      .execute()
  const written = () => app.db.selectFrom('day_figures').where('figure', '=', 'sign_ins').select(['day', 'count']).execute()
  return { ...app, bo, boId, of, signedIn, written }
}

test('each figure counts what its name says, on the day it happened', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Code host')
  await app.bo.addKey('Bank')
  await app.bo.share(key.id, 'admin@example.org')
  await app.bo.call(copiedCode, { params: { id: key.id }, body: { code: 'current' } })
  await app.call(signIn, { body: { email: 'bo@example.org', password: 'not this one' } })
  await app.call(signIn, { body: { email: 'nobody@example.org', password: 'not this one' } })
  await app.call(signIn, { body: { email: 'bo@example.org', password: testPassword } })
  const at = new Date(noon)
  await app.addMail({ sent_at: at, delivered_at: at, opened_at: at })
  await app.addMail({ sent_at: at, bounced_at: at })
  await app.addMail({ failed_at: at })
  await app.addMail({ sent_at: at, failed_at: at, delivered_at: at })
  const [today] = await app.dayFigures.between('2026-11-20', '2026-11-20')
  expect(today?.figures).toEqual({
    sign_ups: 2,
    sign_ins: 3,
    failed_sign_ins: 2,
    keys_made: 2,
    shares_made: 1,
    codes_shown: 1,
    copies: 1,
    mails_sent: 3,
    mails_delivered: 2,
    mails_failed: 1,
    mails_bounced: 1,
    mails_opened: 1,
  })
})

test('the answer is the same before the job has run, after it, and when it runs again', async () => {
  const app = await started()
  for (const at of [noon - 3 * day, noon - day, noon - 2 * hour, noon - 1, noon]) await app.signedIn(at)
  const asked = () => app.dayFigures.between('2026-11-16', '2026-11-20')
  const before = await asked()
  expect(before.map(({ figures }) => figures.sign_ins)).toEqual([0, 1, 0, 1, 5])
  await app.dayFigures.rollUp()
  expect(await app.written()).toHaveLength(3)
  expect(await asked()).toEqual(before)
  await app.dayFigures.rollUp()
  await Promise.all([app.dayFigures.rollUp(), app.dayFigures.rollUp()])
  expect(await asked()).toEqual(before)
})

test('an event after the run of the job counts at once, also in the hour that it has not counted yet', async () => {
  const app = await started()
  await app.dayFigures.rollUp()
  expect(await app.of('sign_ins')).toEqual([2])
  await app.signedIn(noon)
  expect(await app.of('sign_ins')).toEqual([3])
  app.clock.advance(hour)
  await app.signedIn(app.clock.now())
  expect(await app.of('sign_ins')).toEqual([4])
  await app.dayFigures.rollUp()
  expect(await app.of('sign_ins')).toEqual([4])
})

test('a job that did not come for weeks catches up with every day', async () => {
  const app = await started()
  await app.dayFigures.rollUp()
  for (let days = 1; days <= 20; days++) await app.signedIn(noon + days * day)
  app.clock.set(noon + 20 * day)
  await app.dayFigures.rollUp()
  expect(await app.written()).toHaveLength(20)
  await app.db.deleteFrom('activity').execute()
  expect(await app.of('sign_ins', '2026-11-21', '2026-12-10')).toEqual([...Array.from({ length: 19 }, () => 1), 0])
})

test('a job that was interrupted leaves what it counted, and goes on from there', async () => {
  const app = await started()
  for (let days = 1; days <= 3; days++) await app.signedIn(noon - days * day)
  // The first day is counted, then the database refuses.
  await sql`alter table day_figures add constraint refuses check (day < '2026-11-18')`.execute(app.asOwner())
  await expect(app.dayFigures.rollUp()).rejects.toThrow('refuses')
  expect(await app.written()).toHaveLength(1)
  expect(await app.of('sign_ins', '2026-11-17', '2026-11-20')).toEqual([1, 1, 1, 2])
  await sql`alter table day_figures drop constraint refuses`.execute(app.asOwner())
  await app.dayFigures.rollUp()
  expect(await app.written()).toHaveLength(3)
  expect(await app.of('sign_ins', '2026-11-17', '2026-11-20')).toEqual([1, 1, 1, 2])
})

test('a counted figure stays when its rows are removed, and counting again makes no figure fall', async () => {
  const app = await started()
  await app.signedIn(noon - day)
  await app.signedIn(noon - day)
  await app.dayFigures.rollUp()
  await app.db.deleteFrom('activity').execute()
  await app.dayFigures.rollUp()
  expect(await app.of('sign_ins', '2026-11-19')).toEqual([2])
})

test('news of an e-mail that come a day late still count on the day they are of', async () => {
  const app = await started()
  const yesterday = new Date(noon - day)
  const id = await app.addMail({ sent_at: yesterday, created_at: yesterday })
  await app.dayFigures.rollUp()
  await app.db.updateTable('email_logs').set({ opened_at: yesterday }).where('id', '=', id).execute()
  app.clock.advance(hour)
  await app.dayFigures.rollUp()
  expect(await app.of('mails_opened', '2026-11-19')).toEqual([1])
})

test('wrong sign-ins are counted before they are removed, however late the clean-up runs', async () => {
  const app = await started()
  await app.call(signIn, { body: { email: 'bo@example.org', password: 'not this one' } })
  app.clock.set(noon + 10 * day)
  await app.housekeeping()
  expect(await app.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
  expect(await app.of('failed_sign_ins', '2026-11-20')).toEqual([1])
})

test('wrong sign-ins that could not be counted are not removed', async () => {
  const app = await started()
  await app.call(signIn, { body: { email: 'bo@example.org', password: 'not this one' } })
  app.clock.set(noon + 10 * day)
  await sql`alter table day_figures add constraint refuses check (day > '2026-11-20')`.execute(app.asOwner())
  await expect(app.housekeeping()).rejects.toThrow('Some of the housekeeping could not be done.')
  expect(await app.db.selectFrom('sign_in_failures').selectAll().execute()).toHaveLength(1)
})

test('a day is a day in UTC, whatever time zone the database and the process are in', async () => {
  const app = await started()
  const before = process.env.TZ
  process.env.TZ = 'Pacific/Auckland'
  onTestFinished(() => void (before === undefined ? delete process.env.TZ : (process.env.TZ = before)))
  const elsewhere = openTestPool({ connection: app.connection, poolSize: 1, log: createLog('warn') })
  onTestFinished(() => elsewhere.destroy())
  await sql`set time zone 'Pacific/Auckland'`.execute(elsewhere)
  const there = createDayFiguresService({
    db: elsewhere,
    backgroundDb: elsewhere,
    figures: createDayFiguresRepository,
    growth: (since) => createGrowthRepository(elsewhere).count(new Date(noon), since),
    clock: app.clock,
  })
  for (const at of ['2026-11-18T00:00:00Z', '2026-11-18T23:59:59.999Z', '2026-11-19T00:00:00Z']) await app.signedIn(Date.parse(at))
  const asked = async () => (await there.between('2026-11-17', '2026-11-20')).map(({ date, figures }) => [date, figures.sign_ins])
  const right = [
    ['2026-11-17', 0],
    ['2026-11-18', 2],
    ['2026-11-19', 1],
    ['2026-11-20', 2],
  ]
  expect(await asked()).toEqual(right)
  await there.rollUp()
  expect(await asked()).toEqual(right)
})

test('nothing has happened yet: zeros, and nothing to count', async () => {
  const app = await started()
  const days = await app.dayFigures.between('2020-01-01', '2020-01-02')
  expect(days).toHaveLength(2)
  for (const figure of dayFigures) expect(days[0]?.figures[figure]).toBe(0)
})
