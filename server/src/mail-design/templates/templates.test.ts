import type { CallInput } from '@twofold/contract/endpoint'
import { changeMappingPart, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import {
  applyTemplateTheme,
  changeTemplate,
  changeTemplateField,
  changeTemplatePart,
  duplicateTemplate,
  removeTemplate,
} from '@twofold/contract/mail-design/template-changes'
import { getTemplate, listTemplates } from '@twofold/contract/mail-design/templates'
import {
  getTemplateVersion,
  listTemplateTranslations,
  listTemplateVersions,
  putTemplateTranslation,
  restoreTemplateVersion,
} from '@twofold/contract/mail-design/template-versions'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'
import { greeting, makeTemplate } from '../testing/greeting.ts'

const shared = shareApp(startEmailApp)

test('a template is made with a slug of its name that is never taken twice, the theme and activity of the settings, and its first version', async () => {
  const app = await startEmailApp()
  await app.admin.call(changeEmailSettings, { body: { default_theme: 'card', default_is_active: false } })
  const [first, second] = [await makeTemplate(app), await makeTemplate(app)]
  expect([first.slug, second.slug]).toEqual(['our-greeting', 'our-greeting-2'])
  expect(first).toMatchObject({ theme_slug: 'card', is_active: false, is_system: false, version: 1, events: [] })
  expect((await makeTemplate(app, { name: 'Themes' })).slug).toBe('themes-2')
  const { body } = await app.admin.call(listTemplates, { query: {} })
  expect(body.templates).toEqual(body.data)
  expect(body.statistics.custom_templates).toBe(3)
  expect(body.statistics.total_templates).toBe(body.data.length)
})

test.each([
  [
    { html_content: '{% for i in (1..digest.codes) %}{% for j in (1..9999999) %}x{% endfor %}{% endfor %}' },
    'html_content',
    /too long or becomes too large/,
  ],
  [{ html_content: '<p>\n{{ nobody.name }}</p>' }, 'html_content', /There is no variable "nobody.name" here. \(line 2, column \d+\)/],
  [{ subject: '{% include "x" %}' }, 'subject', /not available/],
  [{ text_content: '{{ user.name | shout }}' }, 'text_content', /not available/],
  [{ html_content: '{% if user.name %}' }, 'html_content', /not closed/],
])('%o is refused on %s, at its line', async (fields, field, message) => {
  const app = shared()
  const answer = await app.admin.send<{ errors: Record<string, string[]> }>('POST', '/api/admin/email/templates', {
    body: { ...greeting, ...fields },
  })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  expect(answer.body.errors[field]?.[0]).toMatch(message)
})

test('a template of an event may use the variables of that event and no others', async () => {
  const app = shared()
  const change = (value: string) =>
    app.admin.call(changeTemplateField, { params: { id: 'key-shared' }, body: { field: 'html_content', value } })
  expect((await change('<p>{{ key.name }} {{ share.permission }}</p>')).status).toBe(200)
  expect((await change('<p>{{ login.ip }}</p>')).status).toBe(422)
})

test('each change keeps a version with who made it; two versions are compared line by line, and one can be restored', async () => {
  const app = shared()
  const { id } = await makeTemplate(app)
  await app.admin.call(changeTemplateField, { params: { id }, body: { field: 'html_content', value: '<p>One</p>\n<p>Two</p>' } })
  await app.admin.call(changeTemplateField, { params: { id }, body: { field: 'html_content', value: '<p>One</p>\n<p>Three</p>' } })
  const { versions } = (await app.admin.call(listTemplateVersions, { params: { id } })).body
  expect(versions.map(({ number, changes, is_current }) => [number, changes, is_current])).toEqual([
    [3, ['html_content'], true],
    [2, ['html_content'], false],
    [1, ['created'], false],
  ])
  expect(versions[0]?.changed_by?.name).toBeTruthy()
  const { body } = await app.admin.call(getTemplateVersion, { params: { id, number: 2 }, query: {} })
  expect(body.differences['html_content']).toEqual([
    { kind: 'same', text: '<p>One</p>', old_line: 1, new_line: 1 },
    { kind: 'removed', text: '<p>Two</p>', old_line: 2, new_line: null },
    { kind: 'added', text: '<p>Three</p>', old_line: null, new_line: 2 },
  ])
  await app.admin.call(restoreTemplateVersion, { params: { id, number: 1 } })
  const { template } = (await app.admin.call(getTemplate, { params: { id } })).body
  expect([template.html_content, template.version]).toEqual([greeting.html_content, 4])
})

test('the first change of a system template keeps what it was as well', async () => {
  const app = shared()
  const params = { id: 'pin-changed' }
  const before = (await app.admin.call(getTemplate, { params })).body.template
  await app.admin.call(changeTemplateField, { params, body: { field: 'subject', value: 'Ours' } })
  await app.admin.call(restoreTemplateVersion, { params: { ...params, number: 1 } })
  expect((await app.admin.call(getTemplate, { params })).body.template.subject).toBe(before.subject)
})

test('a change that started from an older version is refused when somebody was faster', async () => {
  const app = shared()
  const { id, version } = await makeTemplate(app)
  const change = (value: string) => app.admin.call(changeTemplateField, { params: { id }, body: { field: 'subject', value, version } })
  const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map(change))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('a switch changes nothing else, and what accounts depend on is not switched off by it', async () => {
  const app = shared()
  const { id, version, name } = await makeTemplate(app)
  const change = (body: CallInput<typeof changeTemplatePart>['body'], params = { id }) =>
    app.admin.call(changeTemplatePart, { params, body })
  expect((await change({ category: 'admin' })).body.template).toMatchObject({ category: 'admin', is_active: true })
  expect((await change({ is_active: false })).body.template).toMatchObject({ category: 'admin', is_active: false, name, version })
  expect((await change({ provider_id: crypto.randomUUID() })).body.code).toBe('email.provider_unknown')
  expect((await change({ is_active: false }, { id: 'user-email-verification' })).body.code).toBe('email.template_essential')
})

test('the whole answer about a template can be sent back; what the server owns in it changes nothing', async () => {
  const app = shared()
  const template = await makeTemplate(app)
  const answer = await app.admin.call(changeTemplate, {
    params: { id: template.slug },
    body: { ...template, category: 'notification', is_system: true, slug: 'x', is_active: false },
  })
  expect(answer.status).toBe(200)
  expect(answer.body.template).toMatchObject({ is_system: false, slug: template.slug, is_active: false })
})

test('system templates are not deleted, e-mail that accounts depend on is not switched off, and a copy is neither', async () => {
  const app = shared()
  expect((await app.admin.call(removeTemplate, { params: { id: 'key-shared' } })).status).toBe(409)
  const { template } = (await app.admin.call(getTemplate, { params: { id: 'user-email-verification' } })).body
  expect(template.is_essential).toBe(true)
  const off = await app.admin.call(changeTemplate, {
    params: { id: template.id },
    body: { ...template, category: 'system', is_active: false },
  })
  expect(off.status).toBe(409)
  const copy = (await app.admin.call(duplicateTemplate, { params: { id: template.id } })).body.template
  expect(copy).toMatchObject({ is_system: false, is_essential: false, is_active: false, name: `${template.name} (Copy)` })
  expect((await app.admin.call(removeTemplate, { params: { id: copy.id } })).status).toBe(200)
  expect((await app.admin.call(getTemplate, { params: { id: copy.id } })).status).toBe(404)
})

test('a template of an essential event is neither switched off nor deleted, no matter who made it', async () => {
  const app = shared()
  const { id, slug } = await makeTemplate(app, { subject: 'Verify', html_content: '<a href="{{ link.url }}">Verify</a>' })
  const { mappings } = (await app.admin.call(listMappings, {})).body
  const mapping = mappings.find(({ event_name: name }) => name === 'user.email_verification')
  const mailBy = (template_slug: string) =>
    app.admin.call(changeMappingPart, { params: { id: mapping?.id ?? '' }, body: { template_slug } })
  await mailBy(slug)
  const { template } = (await app.admin.call(getTemplate, { params: { id } })).body
  expect(template.is_essential).toBe(true)
  const off = await app.admin.call(changeTemplate, { params: { id }, body: { ...template, category: 'notification', is_active: false } })
  const removed = await app.admin.call(removeTemplate, { params: { id } })
  expect([off.body.code, removed.status, removed.body.code]).toEqual(['email.template_essential', 409, 'email.template_needed'])
  await mailBy('user-email-verification')
  expect((await app.admin.call(removeTemplate, { params: { id } })).status).toBe(200)
})

test('applying a theme says what is stored, keeps it for the next e-mail, and only shows it when asked', async () => {
  const app = shared()
  const { id } = await makeTemplate(app)
  const apply = (theme: string, update_template = true) =>
    app.admin.call(applyTemplateTheme, { params: { id }, body: { theme, update_template } })
  const shown = await apply('card', false)
  expect(shown.body.theme_info.name).toBe('Card')
  const themeOf = async () => (await app.admin.call(getTemplate, { params: { id } })).body.template.theme_slug
  expect(await themeOf()).toBe(null)
  const { body } = await apply('magazine')
  expect([body.message, body.previous_theme, await themeOf()]).toEqual(['Magazine theme applied successfully!', null, 'magazine'])
  expect(body.updated_template.html_content).toBe(greeting.html_content)
  expect((await apply('no-such-theme')).status).toBe(422)
})

test('the later of two who translate at once learns it, and nothing of the first is lost', async () => {
  const app = await startEmailApp()
  const { id } = await makeTemplate(app)
  const put = (subject: string, updated_at?: string | null) =>
    app.admin.call(putTemplateTranslation, { params: { id, language: 'de' }, body: { subject, html_content: '<p>Hallo</p>', updated_at } })
  const [one, other] = await Promise.all([put('Hallo', null), put('Guten Tag', null)])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  const { translation } = one.status === 200 ? one.body : other.body
  app.clock.advance(1000)
  expect((await put('Servus', translation.updated_at)).status).toBe(200)
  expect((await put('Moin', translation.updated_at)).body.code).toBe('email.template_changed')
  expect((await put('Moin')).status).toBe(200)
  const [stored] = (await app.admin.call(listTemplateTranslations, { params: { id } })).body.translations
  expect(stored?.subject).toBe('Moin')
})
