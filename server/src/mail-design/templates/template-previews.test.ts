import { getMailLog, listTemplateLogs } from '@twofold/contract/mail-log/logs'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { changeTemplateField } from '@twofold/contract/mail-design/template-changes'
import { checkDraft, previewDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { previewTheme } from '@twofold/contract/mail-design/theme-calls'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { listTemplates } from '@twofold/contract/mail-design/templates'
import { listTemplateTranslations, putTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { expect, test } from 'vitest'
import { startEmailApp, useSmtpSink } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'
import { makeTemplate } from '../testing/greeting.ts'

const shared = shareApp(startEmailApp)

test('a preview shows samples in the theme asked for, at an address with the policy of a sandbox, for its session and five minutes', async () => {
  const app = await startEmailApp()
  const { id } = await makeTemplate(app)
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

test('a test e-mail sent at once answers with its provider and outcome and arrives; one that is queued answers at once', async () => {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  const { id, slug } = await makeTemplate(app)
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

test('a translation is previewed and tested in its language, and is marked outdated when the template changes', async () => {
  const app = shared()
  const { id } = await makeTemplate(app)
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

test('a preview says how to unsubscribe only where the e-mail would: never of essential, security or system e-mail', async () => {
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
