import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { applyMigrations, readMigrations } from '../platform/migrate.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const ann = '01900000-0000-7000-8000-000000000001'
const idOf = (number: number) => `01900000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`

/** A database as the version before left it, with rows of its own. */
async function migrated(fill: (client: pg.Client) => Promise<void>) {
  const server = inject('postgres')
  const database = `names_${randomBytes(6).toString('hex')}`
  const root = new pg.Client({ ...server, database: 'postgres' })
  await root.connect()
  await root.query(`create database ${database}`)
  const client = new pg.Client({ ...server, database })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await root.query(`drop database ${database} with (force)`)
    await root.end()
  })
  const known = await readMigrations()
  const then = known.findIndex(({ name }) => name.startsWith('0040-'))
  await applyMigrations(client, known.slice(0, then))
  await client.query(
    `insert into users (id, name, email, email_normalized, created_at, updated_at) values ($1, 'Ann', 'ann@example.org', 'ann@example.org', now(), now())`,
    [ann],
  )
  await fill(client)
  for (const migration of known.slice(then)) {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('commit')
  }
  const rows = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows
  return { rows }
}

async function putKey(client: pg.Client, number: number, fields: { name: string; issuer?: string; account?: string; tags?: string[] }) {
  await client.query(
    `insert into keys (id, owner_id, name, issuer, account, tags, kind, algorithm, digits, period, secret, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'totp', 'SHA1', 6, 30, '\\x00', now(), now())`,
    [idOf(number), ann, fields.name, fields.issuer ?? null, fields.account ?? null, fields.tags ?? []],
  )
}

const spellings = [
  `otpauth://totp/Mail:ann?secret=${secret}&issuer=Mail`,
  `OTPAUTH://totp/x?secret=${secret}`,
  `otpauth-migration://offline?data=${secret}`,
  `otpauth%3A%2F%2Ftotp%2Fx%3Fsecret%3D${secret}`,
  `otpauth%253A//totp/x?secret=${secret}`,
  `%6ftpauth:%2F%2Ftotp/x?secret=${secret}`,
  `ｏｔｐａｕｔｈ：//totp/x?secret=${secret}`,
  `otp\u200bauth://totp/x?secret=${secret}`,
]

test('links that were stored in names are cut out, with their secret, and the rest of the name stays', async () => {
  const { rows } = await migrated(async (client) => {
    await putKey(client, 1, { name: spellings[0] ?? '' })
    await putKey(client, 2, { name: `My bank ${spellings[0]} at home` })
    await putKey(client, 3, {
      name: spellings[3] ?? '',
      issuer: 'Host',
      account: spellings[1] ?? '',
      tags: ['work', spellings[0] ?? '', 'home'],
    })
    await putKey(client, 4, { name: spellings[2] ?? '' })
    await putKey(client, 5, { name: 'Otpauth notes: mine', tags: ['otpauth'] })
    for (const [index, link] of spellings.entries()) await putKey(client, 10 + index, { name: `A ${link}` })
  })
  expect(await rows(`select name, issuer, account, tags from keys where id < '${idOf(10)}' order by id`)).toEqual([
    { name: 'Mail:ann', issuer: null, account: null, tags: [] },
    { name: 'My bank', issuer: null, account: null, tags: [] },
    { name: 'Host', issuer: 'Host', account: null, tags: ['work', 'home'] },
    { name: 'Unnamed key', issuer: null, account: null, tags: [] },
    { name: 'Otpauth notes: mine', issuer: null, account: null, tags: ['otpauth'] },
  ])
  expect(await rows(`select name from keys where id >= '${idOf(10)}'`)).toEqual(spellings.map(() => ({ name: 'A' })))
})

test('no copy of the secret stays, and the audit log says that something was removed and takes no change afterwards', async () => {
  const link = spellings[0] ?? ''
  const json = JSON.stringify({ name: `The "old" ${link} "x"`, to: 'bo@example.org' })
  const { rows } = await migrated(async (client) => {
    await putKey(client, 1, { name: link })
    await client.query(`insert into activity (id, user_id, kind, detail, happened_at) values ($1, $2, 'key_added', $3, now())`, [
      idOf(2),
      ann,
      json,
    ])
    await client.query(`insert into groups (id, owner_id, name, created_at) values ($1, $2, $3, now())`, [idOf(3), ann, `Team ${link}`])
    await client.query(`insert into leaver_plans (id, user_id, opened_at) values ($1, $2, now())`, [idOf(4), ann])
    await client.query(`insert into leaver_keys (plan_id, key_id, name, level, had) values ($1, $2, $3, 'owner', '{}')`, [
      idOf(4),
      idOf(1),
      link,
    ])
    await client.query(`insert into audit_log (id, happened_at, action, after) values ($1, now(), 'leaver.key_let_go', $2)`, [
      idOf(5),
      json,
    ])
    await client.query(`insert into notifications (id, type, title, message, created_at) values ($1, 'info', 'x', $2, now())`, [
      idOf(6),
      link,
    ])
    await client.query(
      `insert into email_logs (id, category, class, recipient_email, subject, message_id, due_at, created_at)
       values ($1, 'notification', 'optional', 'bo@example.org', $2, '<x@example.org>', now(), now())`,
      [idOf(7), `Ann shared ${link} with you`],
    )
  })
  const tables = await rows(`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  for (const { table_name: table } of tables) {
    const found = await rows(
      `select 1 from "${String(table)}" as held where held::text ilike '%otpauth:%' or held::text like '%${secret}%'`,
    )
    expect([table, found]).toEqual([table, []])
  }
  expect(await rows(`select detail ->> 'name' as name, detail ->> 'to' as "to" from activity where kind = 'key_added'`)).toEqual([
    { name: 'The "old" [link removed]', to: 'bo@example.org' },
  ])
  expect(await rows(`select name from groups`)).toEqual([{ name: 'Team' }])
  expect(await rows(`select action, after from audit_log where action like 'system.%'`)).toEqual([
    { action: 'system.links_removed', after: { entries: 1 } },
  ])
  await expect(rows(`update audit_log set action = 'x'`)).rejects.toThrow()
})

test('the owner learns which key it was, and nobody else is notified', async () => {
  const { rows } = await migrated(async (client) => {
    await putKey(client, 1, { name: spellings[0] ?? '' })
    await putKey(client, 2, { name: 'Plain' })
  })
  expect(await rows(`select user_id, kind, detail from activity`)).toEqual([
    { user_id: ann, kind: 'key_link_removed', detail: { name: 'Mail:ann' } },
  ])
  expect(await rows('select key_id from removed_links')).toEqual([{ key_id: idOf(1) }])
  expect(await rows('select 1 from audit_log')).toEqual([])
})

test('rows with hidden characters are found, and none without', async () => {
  const { rows } = await migrated(async (client) => {
    await client.query(
      `insert into users (id, name, email, email_normalized, created_at, updated_at)
       values ($1, $2, $3, $3, now(), now()), ($4, 'Bo 🏳️‍🌈', 'bo@example.org', 'bo@example.org', now(), now())`,
      [idOf(1), 'An\u202ena', 'ann\u200d@example.org', idOf(2)],
    )
    await putKey(client, 3, { name: 'Mail', tags: ['wo\ufeffrk'] })
    await putKey(client, 4, { name: 'Zoë ❤️ Müller' })
    await client.query(
      `insert into shares (id, key_id, email, email_normalized, permission, created_at) values ($1, $2, $3, $3, 'view', now())`,
      [idOf(5), idOf(4), 'c\u200cy@example.org'],
    )
    await client.query(
      `insert into email_providers (id, name, provider, configuration, priority, created_at, updated_at)
       values ($1, 'Relay', 'smtp', $2, 1, now(), now())`,
      [idOf(6), JSON.stringify({ host: 'x', from_email: 'a\u200d@example.org', from_name: '\ufeffTwo\u200bfold 🏳️‍🌈' })],
    )
  })
  expect(await rows('select place, row_id from hidden_characters order by place, row_id')).toEqual([
    { place: 'key', row_id: idOf(3) },
    { place: 'share', row_id: idOf(5) },
    { place: 'user_email', row_id: idOf(1) },
    { place: 'user_name', row_id: idOf(1) },
    // The joiner of an emoji is looked at by the rule itself when somebody asks.
    { place: 'user_name', row_id: idOf(2) },
  ])
  expect(await rows('select configuration from email_providers')).toEqual([
    { configuration: { host: 'x', from_email: 'a@example.org', from_name: 'Twofold 🏳️‍🌈' } },
  ])
})
