import { changeEmailSettings, applyThemeToAll, getEmailSettings, undoThemeForAll } from '@twofold/contract/mail-design/settings'
import { getTemplate, listTemplates } from '@twofold/contract/mail-design/templates'
import {
  changeTheme,
  createTheme,
  duplicateTheme,
  getTheme,
  initializeSystemThemes,
  listThemePresets,
  listThemes,
  previewDesign,
  previewTheme,
  removeTheme,
} from '@twofold/contract/mail-design/theme-calls'
import { expect, test } from 'vitest'
import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { countWaiting } from '../../testing/count-waiting.ts'
import { createTemplatesRepository } from '../templates/templates.repository.ts'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'

const shared = shareApp(startEmailApp)

test('themes are listed by name, type and layout, twelve to a page, with their creator', async () => {
  const app = await startEmailApp()
  for (let number = 0; number < 13; number += 1) {
    await app.admin.call(createTheme, { body: { name: `Ours ${number}`, layout_type: 'card', is_public: number === 0 } })
  }
  const list = async (query: object) => (await app.admin.call(listThemes, { query })).body.themes
  expect(await list({})).toMatchObject({ total: 18, last_page: 2, per_page: 12, from: 1, to: 12 })
  expect((await list({ page: 2 })).data).toHaveLength(6)
  expect((await list({ type: 'system' })).total).toBe(5)
  expect((await list({ type: 'custom', layout: 'card' })).total).toBe(13)
  expect((await list({ type: 'public', search: 'OURS 0' })).data.map(({ name }) => name)).toEqual(['Ours 0'])
  const [first] = (await list({ search: 'ours', sortBy: 'name' })).data
  expect(first).toMatchObject({ name: 'Ours 0', slug: 'ours-0', creator: { name: expect.any(String) as string } })
})

test('system themes are neither changed nor deleted, also by the server, and come back as they were made', async () => {
  const app = await startEmailApp()
  const { theme } = (await app.admin.call(getTheme, { params: { slug: 'card' } })).body
  const params = { slug: 'card' }
  expect((await app.admin.call(changeTheme, { params, body: { ...theme, primary_color: '#000000' } })).status).toBe(409)
  expect((await app.admin.call(removeTheme, { params })).status).toBe(409)
  await app.db.updateTable('email_themes').set({ name: 'Broken', design: '{}' }).where('slug', '=', 'card').execute()
  await app.db.deleteFrom('email_themes').where('slug', '=', 'minimal').execute()
  await app.admin.call(initializeSystemThemes, {})
  expect((await app.admin.call(getTheme, { params })).body.theme).toEqual(theme)
  expect((await app.admin.call(getTheme, { params: { slug: 'minimal' } })).status).toBe(200)
})

test('a theme is changed and copied; deleted, its templates have none and the settings name it no more', async () => {
  const app = await startEmailApp()
  const { theme } = (await app.admin.call(createTheme, { body: { name: 'Ours', primary_color: '#112233' } })).body
  const params = { slug: theme.slug }
  const changed = await app.admin.call(changeTheme, { params, body: { ...theme, name: 'Ours too', text_color: '#eeeeee' } })
  expect(changed.body.theme).toMatchObject({ name: 'Ours too', slug: 'ours', primary_color: '#112233' })
  expect(changed.body.warnings.map(({ field }) => field)).toContain('text_color')
  const copy = (await app.admin.call(duplicateTheme, { params })).body.theme
  expect(copy).toMatchObject({ name: 'Ours too (Copy)', is_system: false, primary_color: '#112233' })
  await app.admin.call(changeEmailSettings, { body: { default_theme: 'ours' } })
  await app.admin.call(applyThemeToAll, { body: { override_existing_themes: true } })
  expect((await app.admin.call(getTheme, { params })).body.theme.templates_count).toBeGreaterThan(10)
  await app.admin.call(removeTheme, { params })
  expect((await app.admin.call(getEmailSettings, {})).body.settings.default_theme).toBe('')
  expect((await app.admin.call(getTemplate, { params: { id: 'key-shared' } })).body.template.theme_slug).toBe(null)
})

test('a theme that somebody else has changed meanwhile is not changed back', async () => {
  const app = shared()
  const { theme } = (await app.admin.call(createTheme, { body: { name: 'In two hands' } })).body
  const params = { slug: theme.slug }
  app.clock.advance(1000)
  expect((await app.admin.call(changeTheme, { params, body: { ...theme, name: 'Theirs' } })).status).toBe(200)
  const late = await app.admin.call(changeTheme, {
    params,
    body: { ...theme, primary_color: '#112233', unchanged_since: theme.updated_at },
  })
  expect([late.status, late.body]).toMatchObject([409, { code: 'email.changed_meanwhile' }])
  expect((await app.admin.call(getTheme, { params })).body.theme).toMatchObject({ name: 'Theirs', primary_color: theme.primary_color })
})

test.each([
  ['p { background: url(https://evil.example/x) }', /url\(\) is not available/],
  ['@import "https://evil.example/x.css";', /@import is not available/],
  ['p { position: fixed }', /"position" is not available/],
  ['</style><script>alert(1)</script>', /./],
])('custom CSS %s is refused with its line, and reaches no preview', async (custom_css, message) => {
  const app = shared()
  const answer = await app.admin.send<{ errors: { custom_css: string[] } }>('POST', '/api/admin/email/themes', {
    body: { name: 'Ours', custom_css },
  })
  expect([answer.status, answer.body.errors.custom_css[0]]).toEqual([422, expect.stringMatching(message)])
  const { body } = await app.admin.call(previewDesign, { body: { design: { custom_css } } })
  expect(body.css_problems.length).toBeGreaterThan(0)
  expect(body.html).not.toMatch(/evil\.example|<script|position:\s*fixed/)
})

test('previews show a theme or a design that is not saved, with its contrast warnings, and a template in it', async () => {
  const app = await startEmailApp()
  const { body } = await app.admin.call(previewTheme, { params: { slug: 'magazine' }, body: { template: 'key-shared' } })
  expect(await (await fetch(app.url + body.preview_url)).text()).toBe(body.html)
  const weak = { button_color: '#ffff00', button_text_color: '#ffffff', link_color: '#cccccc' }
  const draft = await app.admin.call(previewDesign, { body: { design: weak } })
  expect(draft.body.warnings.map(({ field }) => field).toSorted()).toEqual(['button_text_color', 'link_color'])
  expect((await app.admin.call(listThemePresets, {})).body.presets.color_schemes['ocean']?.['primary_color']).toBe('#1f5fa8')
})

test('the default theme is given to all templates, or to those without one, and that can be undone once', async () => {
  const app = await startEmailApp()
  const themes = async () =>
    Object.fromEntries((await app.admin.call(listTemplates, { query: {} })).body.data.map(({ slug, theme_slug }) => [slug, theme_slug]))
  await app.db.updateTable('email_templates').set({ theme_slug: null }).where('slug', '=', 'key-shared').execute()
  const { theme } = (await app.admin.call(createTheme, { body: { name: 'Short-lived', layout_type: 'card' } })).body
  await app.db.updateTable('email_templates').set({ theme_slug: theme.slug }).where('slug', '=', 'key-deleted').execute()
  await app.db.updateTable('email_templates').set({ html_content: '{% if %}' }).where('slug', '=', 'pin-reset').execute()
  const before = await themes()
  const without = await app.admin.call(applyThemeToAll, { body: { theme: 'card', override_existing_themes: false } })
  expect(without.body).toMatchObject({ success: true, applied: 1, failed: 0 })
  const { body } = await app.admin.call(applyThemeToAll, { body: { theme: 'minimal', override_existing_themes: true } })
  expect(body).toMatchObject({
    success: false,
    failed: 1,
    message: expect.stringMatching(/^Applied theme to \d+ templates, but 1 failed$/) as string,
  })
  await app.db.updateTable('email_templates').set({ theme_slug: 'magazine' }).where('slug', '=', 'pin-changed').execute()
  await app.admin.call(removeTheme, { params: { slug: theme.slug } })
  for (const { undo_id } of [body, without.body]) {
    await app.admin.call(undoThemeForAll, { params: { id: undo_id ?? '' } })
    expect((await app.admin.call(undoThemeForAll, { params: { id: undo_id ?? '' } })).status).toBe(409)
  }
  // A theme that was deleted since is no template's again.
  expect(await themes()).toEqual({ ...before, 'pin-changed': 'magazine', 'key-deleted': null })
})

test('a template that is being made does not get a theme that is deleted meanwhile', async () => {
  const app = shared()
  const { theme } = (await app.admin.call(createTheme, { body: { name: 'Vanishing', layout_type: 'card' } })).body
  const body = { name: 'Late', category: 'notification', subject: 'Hello', html_content: '<p>Hello</p>', theme_slug: theme.slug } as const
  const answer = await app.db.transaction().execute(async (tx) => {
    await createTemplatesRepository(tx).lockSlugs()
    const creation = app.admin.call(createTemplate, { body })
    await expect.poll(() => countWaiting(app.db)).toBe(1)
    await app.db.deleteFrom('email_themes').where('slug', '=', theme.slug).execute()
    return { creation }
  })
  const { status, body: refusal } = await answer.creation
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['theme_slug']])
})
