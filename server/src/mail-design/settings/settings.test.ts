import { changeEmailSettings, getEmailSettings } from '@twofold/contract/mail-design/settings'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'

const shared = shareApp(startEmailApp)

const defaults = {
  default_theme: '',
  auto_apply_to_new_templates: true,
  auto_apply_to_existing_templates: false,
  override_existing_themes: false,
  default_category: 'notification',
  default_is_active: true,
  sender: { from_email: '', from_name: '', reply_to: '' },
  track_opens_and_clicks: true,
  retention_days: 90,
  body_retention_days: 30,
}

test('settings have defaults until somebody saves, and then are what was saved', async () => {
  const { admin } = await startEmailApp()
  expect((await admin.call(getEmailSettings, {})).body.settings).toEqual(defaults)
  const next = {
    ...defaults,
    default_theme: 'card',
    sender: { from_email: 'vault@example.org', from_name: 'The vault', reply_to: 'help@example.org' },
    retention_days: 10,
    body_retention_days: 5,
  }
  const saved = await admin.send('PUT', '/api/admin/email/settings', { body: next })
  expect(saved.body).toMatchObject({ success: true, message: 'Settings saved successfully!', settings: next })
  expect((await admin.call(getEmailSettings, {})).body.settings).toEqual(next)
})

test.each([
  [{ default_theme: 'no-such-theme' }, 'default_theme'],
  [{ retention_days: 10, body_retention_days: 11 }, 'body_retention_days'],
  [{ retention_days: 0 }, 'retention_days'],
  [{ sender: { from_email: 'nobody' } }, 'sender.from_email'],
  [{ sender: { from_name: 'a\r\nBcc: all@example.org' } }, 'sender.from_name'],
  [{ surprise: true }, 'surprise'],
])('%o is refused on %s', async (body, field) => {
  const { admin } = shared()
  const answer = await admin.send('PUT', '/api/admin/email/settings', { body })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
  expect((await admin.call(changeEmailSettings, { body: {} })).body.settings).toEqual(defaults)
})

test.each([0, 3651, 1.5, null])('%s days are refused with the whole numbers that are allowed', async (days) => {
  const { admin } = shared()
  const { body } = await admin.send('PUT', '/api/admin/email/settings', { body: { retention_days: days, body_retention_days: days } })
  const complaint = 'Please enter a whole number of days from 1 to 3650'
  expect(body.errors).toEqual({ retention_days: [complaint], body_retention_days: [complaint] })
})

test('every wrong field of the settings is named at once', async () => {
  const { admin } = shared()
  const fieldsOf = async (body: object) =>
    Object.keys((await admin.send('PUT', '/api/admin/email/settings', { body })).body.errors ?? {}).toSorted()
  const wrong = { default_theme: 'no-such-theme', retention_days: 10, body_retention_days: 11 }
  expect(await fieldsOf(wrong)).toEqual(['body_retention_days', 'default_theme'])
  expect(await fieldsOf({ ...wrong, sender: { from_email: 'nobody' } })).toEqual([
    'body_retention_days',
    'default_theme',
    'sender.from_email',
  ])
})

test('settings that give existing templates the default theme say what became of them, and by what it is undone', async () => {
  const { admin, db } = await startEmailApp()
  await db.updateTable('email_templates').set({ theme_slug: null }).where('slug', 'in', ['key-shared', 'pin-changed']).execute()
  const save = async (body: object) => (await admin.call(changeEmailSettings, { body })).body.application
  expect(await save({ default_theme: 'card' })).toBe(null)
  expect(await save({ auto_apply_to_existing_templates: true })).toBe(null)
  expect(await save({ default_theme: 'card', auto_apply_to_existing_templates: true })).toMatchObject({
    applied: 2,
    failed: 0,
    undo_id: expect.any(String) as string,
  })
  expect(await save({ default_theme: 'card', auto_apply_to_existing_templates: true })).toMatchObject({ applied: 0, undo_id: null })
})
