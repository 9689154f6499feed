import { listAudit } from '@twofold/contract/admin/audit'
import { exportMailLogs } from '@twofold/contract/mail-log/logs'
import { changeMapping, createMapping, removeMapping, toggleMapping } from '@twofold/contract/mail-rules/mapping-calls'
import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { changeProvider, createProvider, testProvider } from '@twofold/contract/mail-delivery/providers'
import { applyThemeToAll, undoThemeForAll } from '@twofold/contract/mail-design/settings'
import {
  changeTemplate,
  changeTemplateField,
  createTemplate,
  duplicateTemplate,
  removeTemplate,
} from '@twofold/contract/mail-design/template-changes'
import { checkDraft } from '@twofold/contract/mail-design/template-previews'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { putTemplateTranslation, removeTemplateTranslation, restoreTemplateVersion } from '@twofold/contract/mail-design/template-versions'
import { changeTheme, createTheme, initializeSystemThemes, removeTheme } from '@twofold/contract/mail-design/theme-calls'
import { expect, test } from 'vitest'
import { startEmailApp, useSmtpSink } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'

/* Administrators' acts on e-mails in the audit log: by name, target, and values before and after. */

const shared = shareApp(startEmailApp)

async function started(app = shared()) {
  const log = async () => (await app.admin.call(listAudit, { query: {} })).body.data
  const newest = async () => (await log())[0]
  return { ...app, log, newest }
}

const greeting = {
  name: 'Greeting',
  category: 'notification' as const,
  subject: 'Hello {{ user.name }}',
  html_content: '<p>Hello {{ user.name }}</p>',
}

test('a change of a template is recorded field by field, with the beginning and the difference of a long text', async () => {
  const app = await started()
  const { id, slug } = (await app.admin.call(createTemplate, { body: greeting })).body.template
  const target = { kind: 'template', id, name: 'Greeting' }
  expect(await app.newest()).toMatchObject({ title: 'E-mail template added', target, before: null, after: { subject: greeting.subject } })

  await app.admin.call(changeTemplate, { params: { id: slug }, body: { ...greeting, subject: 'Good day', is_active: false } })
  expect(await app.newest()).toMatchObject({
    title: 'E-mail template changed',
    target,
    before: { subject: greeting.subject, is_active: true },
    after: { subject: 'Good day', is_active: false },
  })

  const long = `<p>${'Hello '.repeat(200)}</p>`
  await app.admin.call(changeTemplateField, { params: { id }, body: { field: 'html_content', value: long } })
  const cut = await app.newest()
  expect(cut?.before).toEqual({ html_content: greeting.html_content })
  expect(cut?.after?.['html_content']).toMatch(new RegExp(`^${long.slice(0, 300)}… \\(${long.length} characters, [0-9a-f]{8}\\)$`))
  await app.admin.call(changeTemplateField, {
    params: { id },
    body: { field: 'html_content', value: long.replace(/Hello (?=<)/, 'Howdy ') },
  })
  const other = await app.newest()
  expect(other?.before?.['html_content']).toBe(cut?.after?.['html_content'])
  expect(other?.after?.['html_content']).not.toBe(other?.before?.['html_content'])

  await app.admin.call(restoreTemplateVersion, { params: { id, number: 1 } })
  expect(await app.newest()).toMatchObject({ title: 'E-mail template changed', after: { subject: greeting.subject } })

  await app.admin.call(putTemplateTranslation, { params: { id, language: 'de' }, body: { subject: 'Hallo', html_content: '<p>Hallo</p>' } })
  await app.admin.call(putTemplateTranslation, { params: { id, language: 'de' }, body: { subject: 'Moin', html_content: '<p>Hallo</p>' } })
  const german = { kind: 'template', id, name: 'Greeting (de)' }
  expect(await app.newest()).toMatchObject({ target: german, before: { subject: 'Hallo' }, after: { subject: 'Moin' } })
  await app.admin.call(removeTemplateTranslation, { params: { id, language: 'de' } })
  expect(await app.newest()).toMatchObject({
    title: 'Translation of an e-mail template removed',
    target: german,
    before: { subject: 'Moin' },
  })

  const copy = (await app.admin.call(duplicateTemplate, { params: { id } })).body.template
  await app.admin.call(removeTemplate, { params: { id: copy.id } })
  expect(await app.newest()).toMatchObject({
    title: 'E-mail template deleted',
    target: { kind: 'template', id: copy.id, name: 'Greeting (Copy)' },
    before: { subject: greeting.subject },
    after: null,
  })
})

test('a change of a theme is recorded, and so are the themes that templates had before they were all given one', async () => {
  const app = await started(await startEmailApp())
  const { theme } = (await app.admin.call(createTheme, { body: { name: 'Ours', layout_type: 'card' } })).body
  await app.admin.call(changeTheme, { params: { slug: theme.slug }, body: { ...theme, primary_color: '#112233' } })
  expect(await app.newest()).toMatchObject({
    title: 'E-mail theme changed',
    target: { kind: 'theme', id: theme.id, name: 'Ours' },
    before: { primary_color: theme.primary_color },
    after: { primary_color: '#112233' },
  })
  const { undo_id: undo } = (await app.admin.call(applyThemeToAll, { body: { theme: theme.slug, override_existing_themes: true } })).body
  const applied = await app.newest()
  expect(applied).toMatchObject({ title: 'E-mail theme given to many templates', target: { name: 'Ours' }, after: { theme: 'ours' } })
  expect(Object.keys(applied?.before?.['previous_themes'] ?? {})).toHaveLength(Number(applied?.after?.['templates']))
  await app.admin.call(undoThemeForAll, { params: { id: undo ?? '' } })
  expect(await app.newest()).toMatchObject({
    title: 'E-mail theme taken back from many templates',
    after: applied?.after && { templates: applied.after['templates'] },
  })
  await app.admin.call(removeTheme, { params: { slug: theme.slug } })
  expect(await app.newest()).toMatchObject({ title: 'E-mail theme deleted', before: { primary_color: '#112233' } })
  await app.admin.call(initializeSystemThemes, {})
  expect((await app.newest())?.title).toBe('System themes of e-mail restored')
  expect((await app.log()).map(({ title }) => title)).not.toContain('Other act')
})

test('a change of an event mapping is recorded', async () => {
  const app = await started()
  const body = { event_name: 'user.login', template_slug: 'key-shared', conditions: { cooldown: 60 } }
  const { mapping } = (await app.admin.call(createMapping, { body })).body
  const target = { kind: 'mapping', id: mapping.id, name: 'user.login' }
  expect(await app.newest()).toMatchObject({ title: 'Event mapping added', target, after: { conditions: { cooldown: 60 } } })
  await app.admin.call(changeMapping, { params: { id: mapping.id }, body: { ...body, conditions: { cooldown: 90 } } })
  expect(await app.newest()).toMatchObject({ target, before: { conditions: { cooldown: 60 } }, after: { conditions: { cooldown: 90 } } })
  await app.admin.call(toggleMapping, { params: { id: mapping.id } })
  const toggled = await app.newest()
  expect([toggled?.before, toggled?.after]).toEqual([{ is_active: true }, { is_active: false }])
  await app.admin.call(removeMapping, { params: { id: mapping.id } })
  expect(await app.newest()).toMatchObject({ title: 'Event mapping deleted', target, before: { template_slug: 'key-shared' }, after: null })
})

test('limits and configuration of a provider are recorded, its secret never', async () => {
  const app = await started()
  const sunk = (await useSmtpSink()).provider
  const provider = { ...sunk, daily_limit: 100 }
  const { id } = (await app.admin.call(createProvider, { body: provider })).body.provider
  await app.admin.call(changeProvider, {
    params: { id },
    body: { ...provider, daily_limit: 50, configuration: { ...provider.configuration, username: 'other', password: 'second-secret' } },
  })
  const changed = await app.newest()
  expect(changed?.before).toEqual({ daily_limit: 100, username: 'mailer' })
  expect(changed?.after).toEqual({ daily_limit: 50, username: 'other', has_new_secret: true })
  await app.admin.call(testProvider, { body: provider })
  expect((await app.newest())?.title).toBe('E-mail provider tested')
  expect(JSON.stringify(await app.log())).not.toMatch(/smtp-secret|second-secret/)
})

test('tests and exports of e-mails are recorded, and previews of an editor are not', async () => {
  const app = await started()
  const { provider } = await useSmtpSink()
  await app.admin.call(createProvider, { body: provider })
  await app.admin.call(testTemplate, { params: { id: 'key-shared' }, body: { test_email: 'bo@example.org', send_method: 'queue' } })
  expect(await app.newest()).toMatchObject({ title: 'Test e-mail sent', target: { kind: 'template' }, after: { to: 'bo@example.org' } })
  await app.admin.call(exportMailLogs, { query: { status: 'failed' } })
  expect(await app.newest()).toMatchObject({ title: 'E-mail log exported', after: { status: 'failed' } })
  const before = (await app.log()).length
  expect((await app.admin.call(checkDraft, { body: { subject: 'Hi', html_content: '<p>Hi</p>' } })).status).toBe(200)
  expect((await app.admin.call(explainMail, { body: { event_name: 'key.shared', email: 'admin@example.org' } })).status).toBe(200)
  expect(await app.log()).toHaveLength(before)
})
