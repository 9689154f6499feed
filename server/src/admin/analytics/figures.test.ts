import { getAnalytics } from '@twofold/contract/admin/analytics'
import type { DayFigure } from '@twofold/contract/admin/analytics'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getReport } from '@twofold/contract/admin/system'
import { getUser, listUserKeys, listUserSessions, listUserShares } from '@twofold/contract/admin/user-detail'
import { listUsers } from '@twofold/contract/admin/users'
import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { passkeyOptions, passSecondFactor, signInWithPasskey } from '@twofold/contract/factors'
import { addGroup, addGroupMember } from '@twofold/contract/groups'
import { deleteKey } from '@twofold/contract/keys'
import { deleteProfile } from '@twofold/contract/profile'
import { signIn, signOut } from '@twofold/contract/sessions'
import { listShares, revokeShare, shareKey } from '@twofold/contract/sharing'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { codeAt, enrolPasskey, enrolTotp, enterPassword } from '../../factors/testing/second-factors.ts'
import { startWithIssuer, signInElsewhere } from '../../identities/testing/sign-in-elsewhere.ts'
import { openBrowser } from '../../testing/browser.ts'
import { createPerson, testPassword } from '../../testing/start-test-app.ts'

const noon = Date.parse('2026-11-20T12:30:00Z')
const minute = 60_000
const day = 24 * 60 * minute

/** One installation in which every case occurs that a figure could count wrongly. */
async function startEverything() {
  const { app, issuer } = await startWithIssuer({ now: noon })
  await app.setup.makeConfigured({ email: 'admin@example.org', password: testPassword })
  const { access_token: token = '' } = (await app.call(signIn, { body: { email: 'admin@example.org', password: testPassword } })).body
  const admin = createPerson(app.url, 'admin@example.org', token)
  const at = (time: string) => new Date(time)
  const idOf = async (email: string) =>
    (await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id
  const set = (
    email: string,
    values: Partial<{ created_at: Date; last_login_at: Date | null; is_active: boolean; role: 'admin'; deleted_at: Date }>,
  ) => app.db.updateTable('users').set(values).where('email', '=', email).execute()

  // People: busy ones, one who is deactivated, three who are deleted, one who never signed in, two around the line of 30 days.
  const [ann, bo, cy, di, ed] = [
    await app.signUp('ann@example.org', 'Ann Example'),
    await app.signUp('bo@example.org', 'Bo Sample'),
    await app.signUp('cy@example.org', 'Cy Model'),
    await app.signUp('di@example.org', 'Di Deactivated'),
    await app.signUp('ed@example.org', 'Ed Deleted'),
  ]
  const [gus, hal] = [await app.signUp('gus@example.org', 'Gus Deleted'), await app.signUp('hal@example.org', 'Hal Deleted')]
  for (const name of ['never', 'line', 'over', 'second', 'other']) await app.signUp(`${name}@example.org`)

  // Keys of every kind, one deleted, and keys of people who are deleted.
  const [one, two, hotp, gone] = [
    await ann.addKey('One'),
    await ann.addKey('Two'),
    await ann.addKey('Counter', { type: 'hotp', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    await ann.addKey('Gone'),
  ]
  const [ofBo, ofDi, ofGus, ofHal] = [
    await bo.addKey('Bo one'),
    await di.addKey('Di one'),
    await gus.addKey('Gus one'),
    await hal.addKey('Hal one'),
  ]
  await hal.addKey('Hal two')

  // Shares: running, twice with the same person (alone and through a group), expired, ended, waiting, with and by people who are deleted.
  await ann.share(one.key.id, bo.email)
  await ann.share(one.key.id, cy.email, { permission: 'admin', expires_at: new Date(noon + minute).toISOString() })
  await ann.share(two.key.id, cy.email)
  const ended = await ann.share(two.key.id, di.email)
  await ann.call(revokeShare, { params: { id: two.key.id, share_id: ended ?? '' } })
  await ann.share(hotp.key.id, di.email)
  await ann.share(hotp.key.id, 'nobody-yet@example.org')
  await ann.share(hotp.key.id, ed.email)
  await ann.share(gone.key.id, bo.email)
  await ann.share(two.key.id, hal.email)
  await bo.share(ofBo.key.id, ann.email)
  await di.share(ofDi.key.id, cy.email)
  await gus.share(ofGus.key.id, bo.email)
  await hal.share(ofHal.key.id, cy.email)
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  for (const email of [bo.email, cy.email, ed.email, 'waiting@example.org']) {
    await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  }
  for (const { key } of [one, two]) await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  await ann.call(deleteKey, { params: { id: gone.key.id } })

  // Codes shown and copied.
  for (const person of [ann, bo]) await person.call(generateCodes, {})
  await bo.call(copiedCode, { params: { id: one.key.id }, body: { code: 'current' } })
  // Writes down who was shown codes, which is kept in memory until somebody asks.
  await ann.call(listShares, { params: { id: one.key.id } })

  // Sign-ins by each way, one that failed, one that waits for its second step, and sessions that ended.
  await app.call(signIn, { body: { email: bo.email, password: 'not this one' } })
  await app.call(signIn, { body: { email: 'stranger@example.org', password: 'not this one' } })
  const again = await enterPassword(app, bo.email)
  await again.call(signOut, {})
  const second = await enterPassword(app, 'second@example.org')
  const { secret, recoveryCodes } = await enrolTotp(app, second)
  app.clock.advance(5 * minute)
  await enterPassword(app, 'second@example.org')
  const waits = await enterPassword(app, 'second@example.org')
  await waits.call(passSecondFactor, { body: { method: 'totp', code: '000000' } })
  await waits.passTotp(codeAt(secret, app.clock.now()))
  await (await enterPassword(app, 'second@example.org')).passRecoveryCode(recoveryCodes[0] ?? '')
  const { authenticator } = await enrolPasskey(app, await enterPassword(app, 'other@example.org'))
  const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
  await app.call(signInWithPasskey, { body: { challenge_id, assertion: authenticator.assert(options) } })
  issuer.person = { ...issuer.person, email: 'elsewhere@example.org' }
  await signInElsewhere(await openBrowser(app), issuer.visit)
  await signInElsewhere(await openBrowser(app), issuer.visit)

  // An older set of recovery codes, which a newer one replaced.
  const secondId = await idOf('second@example.org')
  const codes = Array.from({ length: 3 }, () => ({
    id: uuid(),
    user_id: secondId,
    set_id: uuid(),
    code_hash: Buffer.alloc(32),
    created_at: at('2026-11-01T00:00:00Z'),
    replaced_at: at('2026-11-02T00:00:00Z'),
  }))
  await app.db.insertInto('recovery_codes').values(codes).execute()
  await enrolTotp(app, hal)

  // Days: what stands on their edges, and days on which nothing happened.
  const signedIn = async (email: string, time: string) => {
    const entry = { id: uuid(), user_id: await idOf(email), kind: 'signed_in', happened_at: at(time) }
    await app.db.insertInto('activity').values(entry).execute()
  }
  for (const time of [
    '2026-11-13T23:59:59.999Z',
    '2026-11-14T00:00:00Z',
    '2026-11-17T23:59:59.999Z',
    '2026-10-22T00:00:00Z',
    '2026-10-21T23:59:59.999Z',
  ]) {
    await signedIn(bo.email, time)
    await signedIn(ed.email, time)
  }
  await set(bo.email, { created_at: at('2026-11-13T23:59:59.999Z') })
  await set(cy.email, { created_at: at('2026-11-14T00:00:00Z') })
  await set('line@example.org', {
    created_at: at('2026-10-31T23:59:59.999Z'),
    last_login_at: new Date(app.clock.now() - 30 * day + 5 * minute),
  })
  await set('over@example.org', { created_at: at('2026-10-01T00:00:00Z'), last_login_at: new Date(noon - 30 * day - minute) })
  await set('never@example.org', { last_login_at: null })
  await app.db
    .updateTable('keys')
    .set({ created_at: at('2026-11-13T23:59:59.999Z') })
    .where('name', '=', 'One')
    .execute()
  await app.db
    .updateTable('keys')
    .set({ created_at: at('2026-10-01T00:00:00Z') })
    .where('name', '=', 'Two')
    .execute()
  await app.db
    .updateTable('shares')
    .set({ created_at: at('2026-11-13T23:59:59.999Z') })
    .where('key_id', '=', ofBo.key.id)
    .execute()

  // The endings: the share that expires, who is deactivated, who is deleted; Hal in a way that leaves shares and sessions as they were.
  await set(di.email, { is_active: false, role: 'admin' })
  for (const person of [ed, gus]) {
    const answer = await person.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  await sql`alter table users disable trigger user`.execute(app.asOwner())
  await set(hal.email, { deleted_at: app.clock.date() })
  await sql`alter table users enable trigger user`.execute(app.asOwner())
  return {
    ...app,
    admin,
    ids: { ann: await idOf(ann.email), bo: await idOf(bo.email), cy: await idOf(cy.email), di: await idOf(di.email) },
  }
}

type Everything = Awaited<ReturnType<typeof startEverything>>

/** The same figures by other means: plain statements over the tables, one for each. */
function createCounter(app: Everything) {
  const now = app.clock.date()
  const one = async (statement: ReturnType<typeof sql>) =>
    Number((await sql<{ n: number }>`select (${statement})::float8 as n`.execute(app.db)).rows[0]?.n)
  /** Key and recipient, each pair once. */
  const grants = sql`(
    select distinct k.owner_id, k.id as key_id, r.id as recipient_id, min(s.since) over (partition by k.id, r.id) as since from (
      select key_id, recipient_id as person, created_at as since, expires_at from shares where revoked_at is null and group_id is null
      union all
      select s.key_id, m.user_id, greatest(s.created_at, m.added_at), s.expires_at
      from shares s, group_members m where m.group_id = s.group_id and s.revoked_at is null
    ) s, keys k, users o, users r
    where k.id = s.key_id and o.id = k.owner_id and r.id = s.person and r.id <> o.id and k.deleted_at is null
      and o.deleted_at is null and r.deleted_at is null and coalesce(s.expires_at > ${now}, true)
  )`
  const people = sql`(select * from users where deleted_at is null)`
  const keys = sql`(select k.* from keys k where k.deleted_at is null and k.owner_id in (select id from users where deleted_at is null))`
  const codes = sql`(select c.* from recovery_codes c, users u where u.id = c.user_id and u.deleted_at is null and c.replaced_at is null)`
  const sessions = sql`(select s.* from sessions s, users u where u.id = s.user_id and u.deleted_at is null and not s.is_pending
    and least(s.expires_at, s.idle_expires_at) > ${now})`
  const signIns = sql`(select * from activity where kind like 'signed\_in%')`
  /** From the beginning of one day to the end of another. */
  const within = (column: string, from: string, to: string) =>
    sql`${sql.ref(column)} >= ${`${from}T00:00:00Z`}::timestamptz and ${sql.ref(column)} < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`
  const daily: Record<DayFigure, (from: string, to: string) => Promise<number>> = {
    sign_ups: (from, to) => one(sql`select count(*) from ${people} p where ${within('created_at', from, to)}`),
    sign_ins: (from, to) => one(sql`select count(*) from ${signIns} s where ${within('happened_at', from, to)}`),
    failed_sign_ins: (from, to) => one(sql`select count(*) from sign_in_failures where ${within('happened_at', from, to)}`),
    keys_made: (from, to) => one(sql`select count(*) from ${keys} k where ${within('created_at', from, to)}`),
    shares_made: (from, to) => one(sql`select count(*) from ${grants} g where ${within('since', from, to)}`),
    codes_shown: (from, to) => one(sql`select count(*) from key_usage where ${within('hour', from, to)}`),
    copies: (from, to) => one(sql`select count(*) from key_copies where ${within('copied_at', from, to)}`),
    mails_sent: (from, to) => one(sql`select count(*) from email_logs where ${within('sent_at', from, to)}`),
    mails_delivered: (from, to) => one(sql`select count(*) from email_logs where ${within('delivered_at', from, to)}`),
    mails_failed: (from, to) => one(sql`select count(*) from email_logs where status = 'failed' and ${within('failed_at', from, to)}`),
    mails_bounced: (from, to) => one(sql`select count(*) from email_logs where ${within('bounced_at', from, to)}`),
    mails_opened: (from, to) => one(sql`select count(*) from email_logs where ${within('opened_at', from, to)}`),
  }
  return { one, grants, people, keys, codes, sessions, daily, within, signIns, now }
}

const datesOf = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(`${from}T00:00:00Z`) + at * day).toISOString().slice(0, 10))

async function expectDashboard(app: Everything) {
  const { one, grants, people, keys, codes, sessions, daily } = createCounter(app)
  const figures = (await app.admin.call(getAdminDashboard, {})).body
  const week = ['2026-11-14', '2026-11-20'] as const
  expect(figures.users).toEqual({
    total: await one(sql`select count(*) from ${people} p`),
    active: await one(sql`select count(*) from ${people} p where is_active`),
    admins: await one(sql`select count(*) from ${people} p where role = 'admin'`),
    deactivated: await one(sql`select count(*) from ${people} p where not is_active`),
    inactive: await one(sql`select count(*) from ${people} p where not is_active`),
    recent_signups: await daily.sign_ups(...week),
    recent_logins: await daily.sign_ins(...week),
  })
  expect(figures.keys).toEqual({ total: await one(sql`select count(*) from ${keys} k`), recent: await daily.keys_made(...week) })
  expect(figures.shares).toEqual({ total: await one(sql`select count(*) from ${grants} g`), recent: await daily.shares_made(...week) })
  expect(figures.sessions).toEqual({ active: await one(sql`select count(*) from ${sessions} s where seen_at >= '2026-11-14T00:00:00Z'`) })
  expect(figures.system).toMatchObject({
    recovery_codes: await one(sql`select count(*) from ${codes} c`),
    unused_recovery_codes: await one(sql`select count(*) from ${codes} c where used_at is null`),
  })
  expect(figures.email).toEqual({ failed_emails_24h: await one(sql`select count(*) from email_logs where status = 'failed'`) })
  return figures
}

async function expectAnalytics(app: Everything, range: { from: string; to: string }, count: number) {
  const { one, grants, people, keys, daily, now } = createCounter(app)
  const found = (await app.admin.call(getAnalytics, { query: range })).body
  const dates = datesOf(range.from, count)
  const [before = ''] = datesOf(new Date(Date.parse(range.from) - count * day).toISOString().slice(0, 10), 1)
  for (const figure of Object.keys(daily) as DayFigure[]) {
    expect([figure, found.totals[figure]]).toEqual([figure, await daily[figure](range.from, range.to)])
    expect([figure, found.totals_before[figure]]).toEqual([figure, await daily[figure](before, datesOf(before, count).at(-1) ?? '')])
    const each = await Promise.all(dates.map((date) => daily[figure](date, date)))
    expect([figure, found.days.map(({ figures }) => figures[figure])]).toEqual([figure, each])
  }
  const users = await one(sql`select count(*) from ${people} p`)
  const withKeys = await one(sql`select count(distinct owner_id) from ${keys} k`)
  const totalKeys = await one(sql`select count(*) from ${keys} k`)
  const sharing = await one(sql`select count(distinct owner_id) from ${grants} g`)
  const never = await one(sql`select count(*) from ${people} p where last_login_at is null`)
  const inactive = await one(sql`select count(*) from ${people} p where last_login_at < ${now}::timestamptz - interval '30 days'`)
  const activeDays = await Promise.all(
    datesOf('2026-10-22', 30).map(async (date) => (await daily.sign_ups(date, date)) + (await daily.sign_ins(date, date)) > 0),
  )
  const perDay = await Promise.all(dates.map((date) => daily.sign_ins(date, date)))
  const tenth = (value: number) => Math.round(value * 10) / 10
  expect(found.user_growth).toEqual({
    daily: await Promise.all(dates.map(async (date) => ({ date, count: await daily.sign_ups(date, date) }))),
    total_new_users: await daily.sign_ups(range.from, range.to),
    new_users_this_month: await daily.sign_ups('2026-11-01', '2026-11-30'),
    new_users_last_month: await daily.sign_ups('2026-10-01', '2026-10-31'),
    active_days: activeDays.filter(Boolean).length,
  })
  expect(found.login_activity).toEqual({
    never_logged_in: never,
    inactive_users: inactive,
    total_logins: await daily.sign_ins(range.from, range.to),
    active_login_days: perDay.filter((logins) => logins > 0).length,
    average_logins_per_day: tenth((await daily.sign_ins(range.from, range.to)) / count),
    daily_logins: dates.map((date, at) => ({ date, count: perDay[at] })),
  })
  const topKeys = await sql<{ id: string; n: number }>`
    select owner_id as id, count(*)::int as n from ${keys} k group by 1 order by 2 desc, 1 desc limit 5`.execute(app.db)
  const topShares = await sql<{ id: string; n: number }>`
    select owner_id as id, count(*)::int as n from ${grants} g group by 1 order by 2 desc, 1 limit 5`.execute(app.db)
  expect(found.key_distribution).toMatchObject({
    total_users: users,
    users_with_keys: withKeys,
    users_without_keys: users - withKeys,
    total_keys: totalKeys,
    average_keys_per_user: tenth(totalKeys / users),
  })
  expect(found.key_distribution.top_key_users.map(({ id, two_fa_keys_count: n }) => ({ id, n }))).toEqual(topKeys.rows)
  expect(found.sharing_activity).toMatchObject({
    users_sharing_keys: sharing,
    users_receiving_shares: await one(sql`select count(distinct recipient_id) from ${grants} g`),
    users_only_receiving: await one(
      sql`select count(distinct recipient_id) from ${grants} g where recipient_id not in (select owner_id from ${grants} o)`,
    ),
    total_shares: await one(sql`select count(*) from ${grants} g`),
  })
  expect(found.sharing_activity.top_sharing_users.map(({ id, shares_count: n }) => ({ id, n }))).toEqual(topShares.rows)
  expect(found.health).toEqual({
    user_engagement: Math.round((withKeys / users) * 100),
    sharing_adoption: Math.round((sharing / users) * 100),
    user_retention: Math.round(((users - inactive - never) / users) * 100),
    keys_per_active_user: tenth(totalKeys / withKeys),
  })
  return found
}

async function expectUsers(app: Everything) {
  const { one, grants, keys, codes, people, sessions } = createCounter(app)
  const { data, total } = (await app.admin.call(listUsers, { query: {} })).body
  expect(total).toBe(await one(sql`select count(*) from ${people} p`))
  expect(data).toHaveLength(total)
  for (const [query, condition] of [
    [{ status: 'active' }, sql`is_active`],
    [{ status: 'deactivated' }, sql`not is_active`],
    [{ status: 'inactive' }, sql`not is_active`],
    [{ role: 'admin' }, sql`role = 'admin'`],
  ] as const) {
    const found = (await app.admin.call(listUsers, { query })).body
    const counted = await one(sql`select count(*) from ${people} p where ${condition}`)
    expect([query, found.total, found.data.length]).toEqual([query, counted, counted])
  }
  for (const listed of data) {
    const params = { id: listed.id }
    const ofUser = async (statement: ReturnType<typeof sql>) => one(statement)
    const [ownKeys, received, given] = [
      await ofUser(sql`select count(*) from ${keys} k where owner_id = ${listed.id}`),
      await ofUser(sql`select count(*) from ${grants} g where recipient_id = ${listed.id}`),
      await ofUser(sql`select count(*) from ${grants} g where owner_id = ${listed.id}`),
    ]
    expect([listed.email, listed.two_fa_keys_count, listed.received_shares_count]).toEqual([listed.email, ownKeys, received])
    const { user } = (await app.admin.call(getUser, { params })).body
    expect([listed.email, user]).toMatchObject([
      listed.email,
      {
        two_fa_keys_count: ownKeys,
        received_shares_count: received,
        statistics: {
          total_keys: ownKeys,
          keys_received: received,
          shares_given: given,
          keys_shared_by_user: await ofUser(sql`select count(distinct key_id) from ${grants} g where owner_id = ${listed.id}`),
          recovery_codes_total: await ofUser(sql`select count(*) from ${codes} c where user_id = ${listed.id}`),
          recovery_codes_available: await ofUser(sql`select count(*) from ${codes} c where user_id = ${listed.id} and used_at is null`),
          recent_keys: await ofUser(
            sql`select count(*) from ${keys} k where owner_id = ${listed.id} and created_at >= '2026-10-22T00:00:00Z'`,
          ),
          recent_shares: await ofUser(
            sql`select count(*) from ${grants} g where owner_id = ${listed.id} and since >= '2026-10-22T00:00:00Z'`,
          ),
        },
      },
    ])
    expect((await app.admin.call(listUserKeys, { params })).body.data).toHaveLength(ownKeys)
    const shares = (await app.admin.call(listUserShares, { params })).body
    expect([listed.email, shares.shared.length, shares.received.length]).toEqual([listed.email, given, received])
    expect((await app.admin.call(listUserSessions, { params })).body.data).toHaveLength(
      await ofUser(sql`select count(*) from ${sessions} s where user_id = ${listed.id}`),
    )
  }
  return data
}

test('every figure of dashboard, report, analytics and user pages is what the tables hold, in an installation with every case', async () => {
  const app = await startEverything()
  await app.db.insertInto('email_logs').values(mails(app)).execute()
  const dashboard = await expectDashboard(app)
  expect((await app.admin.call(getReport, {})).body.figures).toEqual({ ...dashboard, system: expect.anything() as unknown })
  const week = await expectAnalytics(app, { from: '2026-11-14', to: '2026-11-20' }, 7)
  await expectAnalytics(app, { from: '2026-10-22', to: '2026-11-20' }, 30)
  const users = await expectUsers(app)

  // The same thing is the same number on every screen.
  expect(week.key_distribution).toMatchObject({ total_users: dashboard.users.total, total_keys: dashboard.keys.total })
  expect(week.sharing_activity.total_shares).toBe(dashboard.shares.total)
  expect(week.totals).toMatchObject({
    sign_ups: dashboard.users.recent_signups,
    sign_ins: dashboard.users.recent_logins,
    keys_made: dashboard.keys.recent,
    shares_made: dashboard.shares.recent,
  })
  expect(users.reduce((sum, user) => sum + user.two_fa_keys_count, 0)).toBe(dashboard.keys.total)
  expect(users.reduce((sum, user) => sum + user.received_shares_count, 0)).toBe(dashboard.shares.total)

  // And it is by chance of none of the cases: these are the numbers that a person counts.
  // Ann shares One with Bo and Cy, Two with Bo and Cy, Counter with Di; Bo shares with Ann; Di, deactivated, with Cy.
  expect(dashboard.shares.total).toBe(7)
  // Three of Ann, one each of Bo and Di.
  expect(dashboard.keys.total).toBe(5)
  // Everybody but Ed, Gus and Hal, and one who signed in elsewhere.
  expect(dashboard.users).toMatchObject({ total: 11, deactivated: 1, admins: 2 })

  // What the job has counted changes nothing.
  await app.dayFigures.rollUp()
  expect(await expectDashboard(app)).toEqual({ ...dashboard, system: expect.anything() as unknown })
  expect(await expectAnalytics(app, { from: '2026-11-14', to: '2026-11-20' }, 7)).toEqual(week)
})

test('a sign-in counts once, when it is complete: not a failed one, not one that waits, not a session that ended', async () => {
  const { app, issuer } = await startWithIssuer({ now: noon })
  await app.setup.makeConfigured({ email: 'admin@example.org', password: testPassword })
  const { access_token: token = '' } = (await app.call(signIn, { body: { email: 'admin@example.org', password: testPassword } })).body
  const admin = createPerson(app.url, 'admin@example.org', token)
  const count = async () => {
    const [dashboard, analytics] = await Promise.all([
      admin.call(getAdminDashboard, {}),
      admin.call(getAnalytics, { query: { from: '2026-11-20', to: '2026-11-20' } }),
    ])
    expect(analytics.body.login_activity.total_logins).toBe(dashboard.body.users.recent_logins)
    return dashboard.body.users.recent_logins
  }
  let expected = await count()
  const expectMore = async (more: number) => expect(await count()).toBe((expected += more))
  const ann = await app.signUp('ann@example.org')
  await expectMore(1)
  await app.call(signIn, { body: { email: ann.email, password: 'not this one' } })
  await expectMore(0)
  const { secret, recoveryCodes } = await enrolTotp(app, ann)
  app.clock.advance(5 * minute)
  const waiting = await enterPassword(app, ann.email)
  await expectMore(0)
  await waiting.call(passSecondFactor, { body: { method: 'totp', code: '000000' } })
  await expectMore(0)
  await waiting.passTotp(codeAt(secret, app.clock.now()))
  await expectMore(1)
  const other = await enterPassword(app, ann.email)
  await other.passRecoveryCode(recoveryCodes[0] ?? '')
  await expectMore(1)
  const bo = await app.signUp('bo@example.org')
  const { authenticator } = await enrolPasskey(app, bo)
  await expectMore(1)
  const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
  await app.call(signInWithPasskey, { body: { challenge_id, assertion: authenticator.assert(options) } })
  await expectMore(1)
  issuer.person = { ...issuer.person, email: 'elsewhere@example.org' }
  const browser = await openBrowser(app)
  await signInElsewhere(browser, issuer.visit)
  await expectMore(1)
  await browser.send('GET', '/api/auth/user')
  await bo.call(signOut, {})
  await expectMore(0)
})

const mails = (app: Everything) => {
  const at = new Date(noon)
  const before = new Date('2026-11-13T23:59:59.999Z')
  const kinds = [
    { sent_at: at, delivered_at: at, opened_at: at },
    { sent_at: before, delivered_at: at },
    { sent_at: at, bounced_at: at },
    { failed_at: at },
    { sent_at: at, failed_at: at, delivered_at: at },
  ]
  return kinds.map((times) => {
    const id = uuid()
    return {
      id,
      category: 'notification' as const,
      class: 'optional' as const,
      event_name: 'key.shared',
      recipient_email: 'bo@example.org',
      subject: 'Hello',
      message_id: `<${id}@example.org>`,
      queue: 'done' as const,
      body: Buffer.alloc(0),
      due_at: at,
      created_at: app.clock.date(),
      ...times,
    }
  })
}

test.each(['dashboard/dashboard', 'analytics/standing', 'analytics/growth', 'users/users'])(
  '%s counts by the definitions in the database, not by conditions of its own',
  async (name) => {
    const source = await readFile(join(import.meta.dirname, '..', `${name}.repository.ts`), 'utf8')
    const counted = [...source.matchAll(/\bcount\((?:\*|distinct \w+)\)[^`;]*?\bfrom (\w+)/g)].map(([, table = '']) => table)
    expect(counted.length).toBeGreaterThan(0)
    for (const table of ['keys', 'shares', 'live_shares', 'granted_shares', 'sessions', 'recovery_codes'])
      expect(counted).not.toContain(table)
  },
)
