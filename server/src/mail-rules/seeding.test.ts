import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { systemThemes } from '../mail-design/themes/system-themes.ts'

const stored = async (app: TestApp) => ({
  themes: await app.db.selectFrom('email_themes').selectAll().orderBy('slug').execute(),
  templates: await app.db.selectFrom('email_templates').selectAll().orderBy('slug').execute(),
  translations: await app.db.selectFrom('email_template_translations').selectAll().orderBy('template_id').orderBy('language').execute(),
  mappings: await app.db.selectFrom('email_mappings').selectAll().orderBy('event_name').execute(),
})

test('at the first start there are the system themes, and a template with an active mapping for every event that is mapped', async () => {
  const app = await startTestApp()
  const { themes, templates, mappings } = await stored(app)
  const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b))
  expect(sorted(themes.filter(({ is_system }) => is_system).map(({ slug }) => slug))).toEqual(sorted(systemThemes.map(({ slug }) => slug)))
  const mapped = Object.entries(eventCatalogue).filter(([, event]) => 'mail' in event)
  expect(sorted(mappings.filter(({ is_active }) => is_active).map(({ event_name }) => event_name))).toEqual(
    sorted(mapped.map(([name]) => name)),
  )
  for (const { template_slug } of mappings) {
    expect(templates.find(({ slug }) => slug === template_slug)).toMatchObject({ is_system: true, is_active: true, theme_slug: 'standard' })
  }
  const essential = templates.filter(({ is_essential }) => is_essential).map(({ slug }) => slug)
  expect(essential).toEqual(expect.arrayContaining(['user-email-verification', 'user-password-reset-requested']))
})

test('starting again, also on several nodes at once, changes nothing', async () => {
  const app = await startTestApp()
  const before = await stored(app)
  app.clock.advance(1000)
  await Promise.all([1, 2, 3, 4].map(() => app.mailRules.seeding.seed()))
  expect(await stored(app)).toEqual(before)
})

test('edits of an administrator stay, a removed mapping does not come back, and unedited texts follow the new version', async () => {
  const app = await startTestApp()
  const time = new Date(app.clock.now() + 1000)
  await app.db.updateTable('email_templates').set({ subject: 'Edited', updated_at: time }).where('slug', '=', 'pin-changed').execute()
  await app.db.updateTable('email_templates').set({ subject: 'Of an older version' }).where('slug', '=', 'pin-reset').execute()
  await app.db.updateTable('email_themes').set({ name: 'Edited', updated_at: time }).where('slug', '=', 'card').execute()
  await app.db.updateTable('email_mappings').set({ is_active: false, updated_at: time }).where('event_name', '=', 'pin.changed').execute()
  await app.db.deleteFrom('email_mappings').where('event_name', '=', 'key.shared').execute()
  await app.mailRules.seeding.seed()
  const { themes, templates, mappings } = await stored(app)
  const subjectOf = (wanted: string) => templates.find(({ slug }) => slug === wanted)?.subject
  expect(subjectOf('pin-changed')).toBe('Edited')
  expect(subjectOf('pin-reset')).not.toBe('Of an older version')
  expect(themes.find(({ slug }) => slug === 'card')?.name).toBe('Edited')
  expect(mappings.find(({ event_name }) => event_name === 'pin.changed')?.is_active).toBe(false)
  expect(mappings.some(({ event_name }) => event_name === 'key.shared')).toBe(false)
})

test('every system template has its translations; one that was edited or removed stays so, and an edited template gets none', async () => {
  const app = await startTestApp()
  const first = await stored(app)
  expect(first.translations).toHaveLength(first.templates.filter(({ is_system }) => is_system).length)
  const idOf = (wanted: string) => first.templates.find(({ slug }) => slug === wanted)?.id ?? ''
  const of = (slug: string) => app.db.updateTable('email_template_translations').where('template_id', '=', idOf(slug))
  const time = new Date(app.clock.now() + 1000)
  await of('pin-changed').set({ subject: 'Bearbeitet', updated_at: time }).execute()
  await of('pin-reset').set({ subject: 'Aus einer älteren Version' }).execute()
  await app.db.deleteFrom('email_template_translations').where('template_id', '=', idOf('key-shared')).execute()
  // As in an installation that had edited its template before there were translations.
  await app.db.deleteFrom('email_template_translations').where('template_id', '=', idOf('key-deleted')).execute()
  await app.db.updateTable('email_templates').set({ updated_at: time, seeded_languages: [] }).where('slug', '=', 'key-deleted').execute()
  await app.mailRules.seeding.seed()
  const { translations } = await stored(app)
  const subjectOf = (slug: string) => translations.find(({ template_id: id }) => id === idOf(slug))?.subject
  expect([subjectOf('pin-changed'), subjectOf('key-shared'), subjectOf('key-deleted')]).toEqual(['Bearbeitet', undefined, undefined])
  expect(subjectOf('pin-reset')).toBe('Ihre PIN für {{ app.name }} wurde zurückgesetzt')
})
