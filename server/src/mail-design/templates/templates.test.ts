import { getMailLog } from '@twofold/contract/mail-log/logs'
import { changeMappingPart, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import {
  applyTemplateTheme,
  changeTemplate,
  changeTemplateField,
  createTemplate,
  duplicateTemplate,
  removeTemplate,
} from '@twofold/contract/mail-design/template-changes'
import { checkDraft, previewDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { previewTheme } from '@twofold/contract/mail-design/theme-calls'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { getTemplate, listTemplates } from '@twofold/contract/mail-design/templates'
import { listTemplateLogs } from '@twofold/contract/mail-log/logs'
import {
  getTemplateVersion,
  listTemplateTranslations,
  listTemplateVersions,
  putTemplateTranslation,
  restoreTemplateVersion,
} from '@twofold/contract/mail-design/template-versions'
import { expect, test } from 'vitest'
import { startEmailApp, useSmtpSink } from '../../mail-delivery/testing/start-email-app.ts'
import type { EmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'

const shared = shareApp(startEmailApp)

const greeting = {
  name: 'Our Greeting',
  category: 'notification' as const,
  subject: 'Hello {{ user.name }}',
  html_content: '<p>Hello {{ user.name }}</p>',
}

const make = async (app: EmailApp, fields: object = {}) =>
  (await app.admin.call(createTemplate, { body: { ...greeting, ...fields } })).body.template

test('a template is made with a slug of its name that is never taken twice, the theme and activity of the settings, and its first version', async () => {
  const app = await startEmailApp()
  await app.admin.call(changeEmailSettings, { body: { default_theme: 'card', default_is_active: false } })
  const [first, second] = [await make(app), await make(app)]
  expect([first.slug, second.slug]).toEqual(['our-greeting', 'our-greeting-2'])
  expect(first).toMatchObject({ theme_slug: 'card', is_active: false, is_system: false, version: 1, events: [] })
  expect((await make(app, { name: 'Themes' })).slug).toBe('themes-2')
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
  const { id } = await make(app)
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
  const { id, version } = await make(app)
  const change = (value: string) => app.admin.call(changeTemplateField, { params: { id }, body: { field: 'subject', value, version } })
  const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map(change))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('the whole answer about a template can be sent back; what the server owns in it changes nothing', async () => {
  const app = shared()
  const template = await make(app)
  const answer = await app.admin.call(changeTemplate, {
    params: { id: template.slug },
    body: { ...template, category: 'notification', is_system: true, slug: 'x', is_active: false },
  })
  expect(answer.status).toBe(200)
  expect(answer.body.template).toMatchObject({ is_system: false, slug: template.slug, is_active: false })
})

test('system templates are not deleted, mail that accounts depend on is not switched off, and a copy is neither', async () => {
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

test('a template that an essential event is mailed by is neither switched off nor deleted, whoever made it', async () => {
  const app = shared()
  const { id, slug } = await make(app, { subject: 'Verify', html_content: '<a href="{{ link.url }}">Verify</a>' })
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

test('a preview shows samples in the theme asked for, at an address with the policy of a sandbox, for its session and five minutes', async () => {
  const app = await startEmailApp()
  const { id } = await make(app)
  const { body } = await app.admin.call(previewTemplate, {
    params: { id },
    body: { theme: 'magazine', data: { 'user.name': '<b>Zoe</b>' } },
  })
  expect(body.preview.subject).toBe('Hello <b>Zoe</b>')
  expect(body.data).toEqual({ 'user.name': '<b>Zoe</b>' })
  expect(body.preview.html_content).toContain('>Hello &lt;b&gt;Zoe&lt;/b&gt;</p>')
  const shown = await fetch(app.url + body.preview_url)
  expect(await shown.text()).toBe(body.preview.html_content)
  expect(shown.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  )
  app.clock.advance(5 * 60_000)
  expect((await fetch(app.url + body.preview_url)).status).toBe(404)
  expect((await fetch(`${app.url}/api/previews/${'A'.repeat(43)}`)).status).toBe(404)
})

test('hostile markup in a template reaches no preview', async () => {
  const app = shared()
  const html_content =
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><iframe src="https://evil.example"></iframe><style>@import url(https://evil.example/a.css);p{background:url(https://evil.example/b)}</style><p onclick="alert(1)">Text</p>'
  const { body } = await app.admin.call(previewDraft, { body: { subject: 'x', html_content } })
  expect(body.preview.html_content).not.toMatch(/<script|onerror|onclick|javascript:|<iframe|evil\.example/i)
  expect(body.preview.html_content).toContain('Text')
})

test('checks name what mail programs will break, each at its line', async () => {
  const app = shared()
  const html_content = [
    '<a href="#">Nowhere</a>',
    '<p style="color:#999999;background-color:#ffffff">Grey</p>',
    '<div style="display:flex">Flex</div>',
    '<p style="color:#111111">Dark</p>',
    '<img src="data:image/png;base64,AAAA">',
    '{{ nobody.here }}',
  ].join('\n')
  const { problems } = (await app.admin.call(checkDraft, { body: { subject: 'x', html_content } })).body
  const found = problems.map(({ kind, line, severity }) => `${kind} ${line} ${severity}`)
  expect(found).toEqual(
    expect.arrayContaining([
      'empty_link 1 warning',
      'contrast 2 warning',
      'outlook 3 warning',
      'dark_mode 4 warning',
      'gmail 5 warning',
      'alt_text 5 warning',
      'unknown_variable 6 error',
      'text_part 1 warning',
    ]),
  )
  const large = (await app.admin.call(checkDraft, { body: { subject: 'x', html_content: `<p>${'word '.repeat(22_000)}</p>` } })).body
  expect(large.problems.map(({ kind }) => kind)).toContain('size')
})

test('applying a theme says what is stored, keeps it for the next mail, and only shows it when asked', async () => {
  const app = shared()
  const { id } = await make(app)
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

test('a test mail sent at once answers with its provider and outcome and arrives; one that is queued answers at once', async () => {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  const { id, slug } = await make(app)
  const send = (send_method: 'sync' | 'queue') =>
    app.admin.call(testTemplate, { params: { id }, body: { test_email: 'bo@example.org', send_method, data: { 'user.name': 'Bo' } } })
  expect((await send('sync')).status).toBe(409)
  await app.admin.call(createProvider, { body: provider })
  const { body } = await send('sync')
  expect(body).toMatchObject({
    success: true,
    provider: 'Main',
    status: 'sent',
    send_method: 'sync',
    message: 'Test email sent successfully',
  })
  const mails = await sink.received(2)
  expect(mails.find(({ to }) => to[0] === 'bo@example.org')?.parsed.subject).toBe('Hello Bo')
  expect((await app.admin.call(getMailLog, { params: { id: body.email_log_id } })).body.log.category).toBe('test')
  expect((await send('queue')).body).toMatchObject({ success: true, status: 'pending', provider: null })
  const { logs, summary } = (await app.admin.call(listTemplateLogs, { params: { id: slug }, query: {} })).body
  expect([logs.data.length, summary.total_logs]).toEqual([2, 2])
})

test('of two who translate at once the later one is told, and nothing of the first is lost', async () => {
  const app = await startEmailApp()
  const { id } = await make(app)
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

test('a translation is previewed and tested in its language, and is marked outdated when the template changes', async () => {
  const app = shared()
  const { id } = await make(app)
  const german = { subject: 'Hallo {{ user.name }}', html_content: '<p>Hallo</p>' }
  await app.admin.call(putTemplateTranslation, { params: { id, language: 'de' }, body: german })
  const preview = await app.admin.call(previewTemplate, { params: { id }, body: { language: 'de' } })
  expect(preview.body.preview.subject).toMatch(/^Hallo /)
  const outdated = async () =>
    (await app.admin.call(listTemplateTranslations, { params: { id } })).body.translations.map(({ is_outdated }) => is_outdated)
  expect(await outdated()).toEqual([false])
  await app.admin.call(changeTemplateField, { params: { id }, body: { field: 'subject', value: 'Good day' } })
  expect(await outdated()).toEqual([true])
})

test('a preview says how to unsubscribe only where the mail would: never of essential, security or system mail', async () => {
  const app = shared()
  const look = async (slug: string) => {
    const { preview, preview_url } = (await app.admin.call(previewTemplate, { params: { id: slug }, body: { theme: 'standard' } })).body
    const draft = { subject: preview.subject, html_content: '<p>Hello</p>', theme: 'standard', template: slug }
    const drafted = (await app.admin.call(previewDraft, { body: draft })).body.preview
    const themed = (await app.admin.call(previewTheme, { params: { slug: 'standard' }, body: { template: slug } })).body.preview_url
    const shown = await Promise.all([preview_url, themed].map(async (url) => (await fetch(app.url + url)).text()))
    return [preview.html_content, preview.text_content, drafted.html_content, drafted.text_content, ...shown].map((text) =>
      /unsubscribe/i.test(text),
    )
  }
  const { templates } = (await app.admin.call(listTemplates, { query: {} })).body
  const slugOf = (event: string) => templates.find(({ events }) => events.includes(event))?.slug ?? event
  for (const event of ['user.email_verification', 'user.password.reset_requested', 'pin.changed', 'admin.system.alert']) {
    expect([event, ...(await look(slugOf(event)))]).toEqual([event, false, false, false, false, false, false])
  }
  expect(await look(slugOf('key.shared'))).toEqual([true, true, true, true, true, true])
})
