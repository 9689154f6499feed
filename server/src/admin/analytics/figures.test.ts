import { getAnalytics } from '@twofold/contract/admin/analytics'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getReport } from '@twofold/contract/admin/system'
import { passkeyOptions, passSecondFactor, signInWithPasskey } from '@twofold/contract/factors'
import { signIn, signOut } from '@twofold/contract/sessions'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { codeAt, enrolPasskey, enrolTotp, enterPassword } from '../../factors/testing/second-factors.ts'
import { startWithIssuer, signInElsewhere } from '../../identities/testing/sign-in-elsewhere.ts'
import { openBrowser } from '../../testing/browser.ts'
import { createPerson, testPassword } from '../../testing/start-test-app.ts'
import { minute, noon, startWithFigures, type WithFigures } from '../../testing/start-with-figures.ts'
import { expectDashboard, expectAnalytics, expectUsers } from '../../testing/expect-figures.ts'

test('every figure of dashboard, report, analytics and user pages is what the tables hold, in an installation with every case', async () => {
  const app = await startWithFigures()
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

  // The job's counting does not change the result.
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

const mails = (app: WithFigures) => {
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
