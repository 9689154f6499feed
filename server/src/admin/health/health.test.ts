import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { getReport } from '@twofold/contract/admin/system'
import { updateUser } from '@twofold/contract/admin/users'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { startFakeTimeServer } from '../../platform/testing/fake-time-server.ts'
import { eventsOf } from '../../testing/queued-events.ts'
import { minute, look, failMails } from '../../testing/look-at-health.ts'
import { idOfAccount } from '../../testing/account-row.ts'

const alerts = async (app: EmailApp) =>
  (await eventsOf(app, 'admin.system.alert')).map(({ data }) => [data['alert.type'], data['alert.severity']])

test('in a new installation, everything not set up yet is a warning, each with the place to set it up', async () => {
  const app = await startEmailApp()
  app.clock.set(Date.now()) // that of the database goes on, and is compared
  const { body } = await app.admin.call(getSystemHealth, {})
  const found = Object.fromEntries(body.checks.map(({ name, status }) => [name, status]))
  expect(found).toMatchObject({
    database: 'healthy',
    jobs: 'healthy',
    mail: 'healthy',
    waiting_mail: 'healthy',
    providers: 'warning',
    clock: 'healthy',
    backup: 'warning',
    // This one is reached from this machine alone.
    transport: 'healthy',
    database_role: 'healthy',
  })
  expect(body.status).toBe('warning')
  const remedies = body.checks.flatMap(({ name, remedy }) => (remedy === null ? [] : [[name, remedy]]))
  expect(remedies).toEqual([
    ['providers', '/admin/email/providers/create'],
    ['backup', '/admin/backups'],
  ])
  expect(body).toMatchObject({ last_run: null, ntp_server: null, server_time: app.clock.date().toISOString() })
  expect(body.checks.find(({ name }) => name === 'backup')?.value).toBe('Never')
  expect(body.checks.find(({ name }) => name === 'disk')?.value).toMatch(/^\d+\.\d GB free \(\d+ %\)$/)
})

test('a job that has waited for more than 5 minutes is a warning, after 30 critical: no worker may be running', async () => {
  const app = await startEmailApp()
  await app.signUp('bo@example.org')
  expect((await look(app, 'jobs')).status).toBe('healthy')
  const age = (minutes: number) =>
    sql`update pgboss.job set created_on = now() - make_interval(mins => ${minutes}), start_after = now() - make_interval(mins => ${minutes})`.execute(
      app.db,
    )
  await age(6)
  expect(await look(app, 'jobs')).toMatchObject({ status: 'warning', value: expect.stringMatching(/waiting, oldest 6 min$/) as string })
  await age(31)
  expect(await look(app, 'jobs')).toMatchObject({ status: 'critical', message: expect.stringContaining('Is a worker running?') as string })
})

test('the clock is compared with the time server: 5 seconds are fine, 15 critical, and a server that does not answer is a warning', async () => {
  let off = 4000
  let isSilent = false
  const app = await startEmailApp()
  const server = await startFakeTimeServer(
    () => app.clock.now() + off,
    (answer) => (isSilent ? undefined : answer),
  )
  const compared = await startEmailApp({ env: { NTP_SERVER: `${server.host}:${server.port}` }, now: app.clock.now() })
  compared.clock.set(Date.now())
  app.clock.set(compared.clock.now())
  expect(await look(compared, 'clock')).toMatchObject({ status: 'healthy', value: '4.0 s off' })
  off = 16_000
  // A recent measurement is reused: time servers must not be queried all the time.
  expect((await look(compared, 'clock')).value).toBe('4.0 s off')
  expect(server.asked()).toBe(1)
  // Both clocks go on, and the one of the database with them.
  const later = compared.clock.now() + 15 * minute
  compared.clock.set(later)
  app.clock.set(later)
  expect((await look(compared, 'clock')).message).toContain('16.0 s off 127.0.0.1')
  isSilent = true
  const unanswered = await startEmailApp({ env: { NTP_SERVER: `${server.host}:${server.port}` } })
  expect(await look(unanswered, 'clock')).toMatchObject({
    status: 'warning',
    value: 'No answer',
    message: expect.stringContaining('did not answer') as string,
  })
})

test('a clock that differs from the one of the database is reported', async () => {
  const app = await startEmailApp({ now: Date.now() - 20_000 })
  expect(await look(app, 'clock')).toMatchObject({ status: 'critical', message: expect.stringContaining('Codes may be wrong.') as string })
})

test('each turn is reported once: to a warning, to critical, and back; a state that stays is not reported again', async () => {
  const app = await startEmailApp()
  const check = () => {
    app.clock.set(Date.now()) // that of the database goes on, and is compared
    return Promise.all([1, 2, 3].map(() => app.health.check()))
  }
  await check()
  // A missing setup is not a change.
  expect(await alerts(app)).toEqual([])
  await failMails(app, 6)
  await check()
  expect(await alerts(app)).toEqual([['mail', 'warning']])
  await check()
  await failMails(app, 5)
  await check()
  expect(await alerts(app)).toEqual([
    ['mail', 'warning'],
    ['mail', 'critical'],
  ])
  await app.db.deleteFrom('email_logs').execute()
  await check()
  expect((await alerts(app)).at(-1)).toEqual(['mail', 'info'])
  const [alert] = (await eventsOf(app, 'admin.system.alert')).slice(-1)
  expect(alert?.data['alert.message']).toContain('E-mail: All right again.')
})

test('setting something up after the first check is no news, but trouble after that is, and so is its end', async () => {
  const app = await startEmailApp()
  const check = () => {
    app.clock.set(Date.now())
    return app.health.check()
  }
  await check()
  const made = { id: crypto.randomUUID(), file_name: 'first.backup', cause: 'manual' } as const
  const end = (state: 'completed' | 'failed') => ({
    state,
    error: state === 'failed' ? 'The disk is full.' : null,
    finished_at: app.clock.date(),
  })
  await app.db
    .insertInto('backups')
    .values({ ...made, ...end('completed'), created_at: app.clock.date(), touched_at: app.clock.date() })
    .execute()
  await check()
  expect(await alerts(app)).toEqual([])
  await app.db.updateTable('backups').set(end('failed')).execute()
  await check()
  await app.db.updateTable('backups').set(end('completed')).execute()
  await check()
  await check()
  expect(await alerts(app)).toEqual([
    ['backup', 'critical'],
    ['backup', 'info'],
  ])
})

test('since when something is as it is stays, and the header goes by what the regular check found', async () => {
  const app = await startEmailApp()
  // A job's change is in the header a second later.
  const header = async () => {
    app.clock.advance(1000)
    return (await app.admin.call(getAdminDashboard, {})).body.health.status
  }
  expect(await header()).toBe('unknown')
  await failMails(app, 11)
  await app.health.check()
  const since = app.clock.date().toISOString()
  app.clock.advance(2000)
  await app.health.check()
  expect(await look(app, 'mail')).toMatchObject({ since })
  expect(await header()).toBe('critical')
  await app.db.deleteFrom('email_logs').execute()
  await app.health.check()
  // Provider, backup and role are still to be set up.
  expect(await header()).toBe('warning')
  await app.db.updateTable('health_checks').set({ status: 'healthy' }).execute()
  expect(await header()).toBe('healthy')
  app.clock.advance(5 * minute + 2000)
  expect(await header()).toBe('warning')
})

test('each check notes what is free on the disk, the least of a day, and the trend of two weeks is a warning', async () => {
  const app = await startEmailApp()
  await app.health.check()
  const [today] = await app.db.selectFrom('disk_days').selectAll().execute()
  await app.health.check()
  expect(await app.db.selectFrom('disk_days').selectAll().execute()).toHaveLength(1)
  const free = Number(today?.free)
  for (let day = 1; day <= 10; day += 1) {
    const time = new Date(app.clock.now() - day * 24 * 60 * minute)
    const row = { node_id: today?.node_id ?? '', day: time, free: free + Math.floor((free / 5) * day) }
    await app.db.insertInto('disk_days').values(row).execute()
  }
  expect(await look(app, 'disk')).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/At the present rate it is full in [45] days\./) as string,
  })
  app.clock.advance(40 * 24 * 60 * minute)
  await app.health.check()
  expect(await app.db.selectFrom('disk_days').selectAll().execute()).toHaveLength(1)
})

test('the last backup that ended counts, not one that is being made', async () => {
  const app = await startEmailApp()
  const end = async (hour: number, state: 'completed' | 'failed' | 'running', error: string | null = null) => {
    const time = new Date(app.clock.now() + hour * 60 * minute)
    const finished_at = state === 'running' ? null : time
    const row = { id: crypto.randomUUID(), file_name: `${hour}.backup`, state, cause: 'manual', error, finished_at } as const
    await app.db
      .insertInto('backups')
      .values({ ...row, created_at: time, touched_at: time })
      .execute()
  }
  await end(-3, 'failed', 'The disk is full.')
  expect(await look(app, 'backup')).toMatchObject({ status: 'critical', message: expect.stringContaining('The disk is full.') as string })
  await end(-2, 'completed')
  await end(-1, 'running')
  expect((await look(app, 'backup')).status).toBe('healthy')
})

test('administrators are notified when health turns', async () => {
  const app = await startEmailApp({ work: true })
  await failMails(app, 11)
  await app.health.check()
  const titles = async () => (await app.admin.call(listNotifications, { query: {} })).body.notifications.map(({ message }) => message)
  await expect.poll(titles).toContainEqual(expect.stringContaining('E-mail: 11 e-mails failed'))
})

test('names and addresses that had hidden characters before they were refused are listed, each with where it is put right', async () => {
  const app = await startEmailApp()
  expect(await look(app, 'names')).toMatchObject({ status: 'healthy', value: 'None', items: [] })
  const [bo, cy] = [await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const [boId, cyId] = [await idOfAccount(app, bo.email), await idOfAccount(app, cy.email)]
  const { key } = await bo.addKey('Mail')
  const share = await bo.share(key.id, 'di@example.org')
  await app.db.updateTable('users').set({ name: 'B\u202eo' }).where('id', '=', boId).execute()
  await app.db.updateTable('users').set({ name: 'Cy 🏳️‍🌈', email: 'c\u200dy@example.org' }).where('id', '=', cyId).execute()
  await app.db.updateTable('keys').set({ account: 'me\ufeff' }).where('id', '=', key.id).execute()
  await app.db.updateTable('shares').set({ email: 'di\u200b@example.org' }).where('id', '=', share).execute()
  const users = [boId, cyId].flatMap((row_id) => [{ place: 'user_name', row_id } as const, { place: 'user_email', row_id } as const])
  await app.db
    .insertInto('hidden_characters')
    .values([...users, { place: 'key', row_id: key.id }, { place: 'share', row_id: share }])
    .execute()

  const listed = [
    { text: 'Key of a user, who can rename it: Mail · me⟨U+FEFF⟩', link: `/admin/users/${boId}` },
    { text: 'E-mail address that a user shares a key with: di⟨U+200B⟩@example.org', link: `/admin/users/${boId}` },
    { text: 'E-mail address of a user: c⟨U+200D⟩y@example.org', link: `/admin/users/${cyId}` },
    { text: 'Name of a user: B⟨U+202E⟩o', link: `/admin/users/${boId}` },
  ]
  expect(await look(app, 'names')).toMatchObject({ status: 'warning', overall: 'warning', value: '4 found', items: listed })
  await app.admin.call(updateUser, { params: { id: cyId }, body: { name: 'Cy', email: 'cy@example.org' } })
  expect((await look(app, 'names')).items).toHaveLength(3)
  const { body } = await app.admin.call(getReport, {})
  expect(JSON.stringify(body)).not.toContain('⟨U+')
})

test('the role that owns the tables is found, whichever it is called', async () => {
  const app = await startEmailApp()
  const { user } = inject('runRole')
  expect(await look(app, 'database_role')).toMatchObject({ status: 'healthy', message: expect.stringContaining(user) as string })
  await sql`grant create on schema public to ${sql.id(user)}`.execute(app.asOwner())
  await sql`alter table audit_log owner to ${sql.id(user)}`.execute(app.asOwner())
  expect(await look(app, 'database_role')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(user) as string,
    remedy: '/admin/system/remedies#database-role',
  })
})
