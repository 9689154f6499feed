import { addBackupCodes, listBackupCodes, markBackupCode, removeBackupCode } from '@twofold/contract/backup-codes'
import { getKey, showSecret } from '@twofold/contract/keys'
import { parseOtpauth } from '@twofold/contract/otpauth'
import { listActivity } from '@twofold/contract/profile'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const shared = shareApp(startTestApp)

async function startShared() {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const { key } = await ann.addKey('Code host', { secret: rfcSecret, digits: 8 })
  await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(key.id, cy.email, { permission: 'view' })
  return { app, ann, bo, cy, params: { id: key.id } }
}

test('the secret is shown after the PIN, to the owner and to full control, and each showing is written down', async () => {
  const { app, ann, bo, cy, params } = await startShared()
  expect((await ann.call(showSecret, { params })).body.code).toBe('pin.required')
  for (const person of [ann, bo, cy]) await person.enterPin()
  const shown = await ann.call(showSecret, { params })
  expect(shown.body.secret).toBe(rfcSecret)
  expect(parseOtpauth(shown.body.uri)).toMatchObject({ ok: true, parameters: { secret: rfcSecret, digits: 8, issuer: 'Code host' } })
  expect((await bo.call(showSecret, { params })).body.secret).toBe(rfcSecret)
  expect((await cy.call(showSecret, { params })).body.code).toBe('keys.view_only')
  const rows = await app.db.selectFrom('secret_showings').where('key_id', '=', params.id).select(['key_id', 'what']).execute()
  expect(rows).toEqual([
    { key_id: params.id, what: 'secret' },
    { key_id: params.id, what: 'secret' },
  ])
  const activities = (await ann.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind.startsWith('secret_shown'))
  expect(activities.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['secret_shown_to', 'bo'],
    ['secret_shown', null],
  ])
})

test('for a day after a reset by an administrator secrets and backup codes stay closed', async () => {
  const { app, bo, params } = await startShared()
  await bo.enterPin()
  const until = new Date(app.clock.now() + 60_000)
  await app.db.updateTable('users').set({ secrets_closed_until: until }).where('email', '=', bo.email).execute()
  expect((await bo.call(showSecret, { params })).body).toMatchObject({ code: 'keys.secrets_closed' })
  expect((await bo.call(listBackupCodes, { params })).body.code).toBe('keys.secrets_closed')
  app.clock.advance(60_000)
  expect((await bo.call(showSecret, { params })).status).toBe(200)
})

test('backup codes are kept encrypted, listed behind the PIN, and marked used with who used them and when', async () => {
  const { app, ann, bo, cy, params } = await startShared()
  const added = await ann.call(addBackupCodes, { params, body: { codes: ['aaaa-1111', 'bbbb-2222', 'aaaa-1111 '] } })
  expect(added.body).toMatchObject({ added: 2, total: 2 })
  expect((await bo.call(addBackupCodes, { params, body: { codes: ['bbbb-2222', 'cccc-3333'] } })).body).toMatchObject({
    added: 1,
    total: 3,
  })
  expect((await cy.call(addBackupCodes, { params, body: { codes: ['x'] } })).body.code).toBe('keys.view_only')
  const stored = await app.db.selectFrom('backup_codes').where('key_id', '=', params.id).select('code').execute()
  expect(stored).toHaveLength(3)
  expect(stored.some(({ code }) => code.includes('aaaa-1111'))).toBe(false)

  expect((await bo.call(listBackupCodes, { params })).body.code).toBe('pin.required')
  for (const person of [ann, bo, cy]) await person.enterPin()
  expect((await cy.call(listBackupCodes, { params })).body.code).toBe('keys.view_only')
  const [first, second] = (await bo.call(listBackupCodes, { params })).body.data
  expect(first).toMatchObject({ code: 'aaaa-1111', used_at: null, used_by: null })
  const mark = (person: typeof ann, used: boolean) =>
    person.call(markBackupCode, { params: { ...params, code_id: first?.id ?? '' }, body: { used } })
  expect((await mark(bo, true)).body).toMatchObject({ used_by: 'bo', used_at: app.clock.date().toISOString() })
  expect((await mark(ann, true)).body.used_by).toBe('bo')
  expect((await ann.call(getKey, { params })).body.key.backup_codes).toEqual({ total: 3, unused: 2 })
  expect((await mark(ann, false)).body).toMatchObject({ used_by: null, used_at: null })
  expect((await ann.call(removeBackupCode, { params: { ...params, code_id: second?.id ?? '' } })).status).toBe(200)
  expect((await ann.call(listBackupCodes, { params })).body.data.map(({ code }) => code)).toEqual(['aaaa-1111', 'cccc-3333'])
})
