import { readFile } from 'node:fs/promises'
import { listUsers } from '@twofold/contract/admin/users'
import { getUser } from '@twofold/contract/admin/user-detail'
import { changeSettings, getSettings } from '@twofold/contract/admin/settings'
import { getReport } from '@twofold/contract/admin/system'
import { beginTotp, confirmTotp, getFactors } from '@twofold/contract/factors'
import { generateCodes } from '@twofold/contract/codes'
import { getCurrentUser } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startOffice } from '../testing/start-office.ts'
import { testPassword } from '../testing/start-test-app.ts'
import { codeAt, enrolPasskey, enrolTotp } from './testing/second-factors.ts'

const day = 24 * 60 * 60_000

async function start(policy: 'optional' | 'encouraged' | 'admins' | 'all', grace = 7) {
  const app = await startOffice()
  const ada = await app.administrator('ada@example.org')
  await ada.call(changeSettings, { body: { second_factor: policy, second_factor_grace_days: grace } })
  await app.signUp('ann@example.org', 'Ann Example')
  return { app, ada, stageOf: async (email: string) => (await (await app.enter(email)).call(getCurrentUser, {})).body }
}

test('a new installation asks administrators for a second factor, with 7 days of grace', async () => {
  const app = await startOffice({ asksForFactors: true })
  const di = await app.administrator('di@example.org')
  const due = new Date(app.clock.now() + 7 * day).toISOString()
  expect((await di.call(getCurrentUser, {})).body).toMatchObject({ second_factor_asked: { due_at: due } })
})

test('optional asks nobody, encouraged asks and never insists', async () => {
  const { app, ada, stageOf } = await start('optional')
  expect((await stageOf('ann@example.org')).second_factor_asked).toBeUndefined()
  await ada.call(changeSettings, { body: { second_factor: 'encouraged' } })
  app.clock.advance(30 * day)
  const asked = await stageOf('ann@example.org')
  expect([asked.second_factor_asked, asked.enrolment_required]).toEqual([{ due_at: null }, undefined])
})

test('after the grace, which begins with the first sign-in, signing in leads to enrolment and nothing else', async () => {
  const { app } = await start('all', 2)
  const first = await app.enter('ann@example.org')
  const due = new Date(app.clock.now() + 2 * day).toISOString()
  expect((await first.call(getCurrentUser, {})).body.second_factor_asked).toEqual({ due_at: due })
  app.clock.advance(2 * day - 1000)
  const ann = await app.enter('ann@example.org')
  expect((await ann.call(generateCodes, {})).status).toBe(200)
  app.clock.advance(1000)
  expect((await ann.call(generateCodes, {})).body.code).toBe('auth.enrolment_required')
  const late = await app.enter('ann@example.org')
  expect((await late.call(getCurrentUser, {})).body).toMatchObject({ enrolment_required: true })
  expect((await late.send<object>('GET', '/api/profile')).body.code).toBe('auth.enrolment_required')
  expect((await late.call(getFactors, {})).status).toBe(200)
  const { secret } = (await late.call(beginTotp, { body: { current_password: testPassword } })).body
  expect((await late.call(confirmTotp, { body: { code: codeAt(secret, app.clock.now()) } })).status).toBe(200)
  expect((await late.call(generateCodes, {})).status).toBe(200)
})

test('without days of grace the first sign-in leads there; people who need none are left alone', async () => {
  const { app, stageOf } = await start('admins', 0)
  expect((await stageOf('ada@example.org')).enrolment_required).toBe(true)
  expect((await stageOf('ann@example.org')).enrolment_required).toBeUndefined()
  const ada = await app.enter('ada@example.org')
  await enrolTotp(app, ada)
  expect((await ada.call(listUsers, { query: {} })).status).toBe(200)
})

test('list, filter, detail and report say who has a second factor, also after it is gone', async () => {
  const { app, ada } = await start('optional')
  const ann = await app.enter('ann@example.org')
  const id = await app.idOf(ann.email)
  const off = async () => (await ada.call(listUsers, { query: { second_factor: 'off' } })).body
  const emails = async (second_factor: 'on' | 'off') =>
    (await ada.call(listUsers, { query: { second_factor } })).body.data.map(({ email }) => email)
  const before = (await off()).total
  expect([await emails('on'), before]).toEqual([[], (await off()).data.length])
  await enrolPasskey(app, ann)
  expect(await emails('on')).toEqual([ann.email])
  expect((await ada.call(getUser, { params: { id } })).body.user.has_second_factor).toBe(true)
  expect((await ada.call(getReport, {})).body.second_factor).toMatchObject({ policy: 'optional', without: before - 1, administrators: 2 })
  await app.db.deleteFrom('passkeys').execute()
  expect(await emails('on')).toEqual([])
  expect((await off()).total).toBe(before)
})

test('an installation that has people when it is upgraded keeps asking nobody', async () => {
  const app = await startOffice({ asksForFactors: true })
  const migration = await readFile(new URL('../migrations/0093-second-factor-policy.sql', import.meta.url), 'utf8')
  const [keeps] = /insert into installation_settings[^;]+;/.exec(migration) ?? []
  await sql.raw(keeps ?? '').execute(app.db)
  const { body } = await app.admin.call(getSettings, {})
  expect(body.settings.defaults.second_factor).toBe('admins')
  // Nodes poll every two seconds; a node that stores something applies it at once.
  await app.admin.call(changeSettings, { body: { name: 'Vault' } })
  expect((await app.admin.call(getSettings, {})).body.settings.values.second_factor).toBe('optional')
})
