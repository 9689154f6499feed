import { expect } from '@playwright/test'
import { changeTemplateField, createTemplate } from '@twofold/contract/mail-design/template-changes'
import { putTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { callAs } from '../email-page.ts'
import { enter, type Person } from '../people.ts'
import { button, failed, heading, type Screen } from './screen.ts'

const list = '/admin/email/templates'
const detail = `${list}/key-shared`

const lines = (...more: string[]) => ['<h1>Hello {{ user.name }}</h1>', '<p>Your vault was opened.</p>', ...more].join('\n')

/** A template that nobody else uses, changed once since it was made; answers its slug. */
async function makeTemplate(admin: Person, name: string) {
  const body = { name: `${name} ${crypto.randomUUID().slice(0, 4)}`, category: 'notification' as const, subject: 'Your vault' }
  const { template } = await callAs(admin, createTemplate, { body: { ...body, html_content: lines('<p>Was it you?</p>') } })
  const params = { id: template.slug }
  const html = lines('<p>Was that not you? <a href="{{ app.url }}">Open the vault</a> and end the session.</p>')
  await callAs(admin, changeTemplateField, { params, body: { field: 'html_content', value: html } })
  return template
}

export const emailTemplateScreens: Screen[] = [
  {
    name: 'email-templates',
    async show(page, { admin }) {
      await enter(page, admin, list)
      await page.getByLabel('Select All').check()
      await expect(button(page, /^Deactivate Selected/)).toBeVisible()
    },
  },
  {
    name: 'email-template-create',
    async show(page, { admin }) {
      await enter(page, admin, list)
      await button(page, 'Create Template').click()
      await expect(page.getByRole('textbox', { name: 'HTML Content *' })).toBeVisible()
    },
  },
  {
    name: 'email-template-preview',
    async show(page, { admin }) {
      await enter(page, admin, `${list}?search=key`)
      await button(page, /^Preview: /)
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('region', { name: 'Text' })).toBeVisible()
    },
  },
  {
    name: 'email-template',
    async show(page, { admin }) {
      await enter(page, admin, detail)
      await heading(page, 'Recent Email Logs')
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('heading', { name: 'No e-mails yet' }))
          .first(),
      ).toBeVisible()
      await page.getByText('Sample values', { exact: true }).click()
      await page.getByLabel('key.name').fill('Code host')
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'email-template-html',
    async show(page, { admin }) {
      await enter(page, admin, `${detail}?tab=html`)
      await button(page, 'Edit HTML content').click()
      // The editor is fetched when it is wanted.
      await expect(page.getByRole('textbox', { name: 'HTML content' })).toBeFocused()
      await page.keyboard.press('Control+End')
      await page.keyboard.insertText('<a href="">{{ nothing.here }}</a>')
      await expect(page.getByText('This link leads nowhere.')).toBeVisible()
    },
  },
  {
    name: 'email-template-versions',
    async show(page, { admin }) {
      await enter(page, admin, `${detail}?view=versions`)
      await heading(page, 'Versions')
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('heading', { name: 'Never changed' }))
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'email-template-translation',
    async show(page, { admin }) {
      await enter(page, admin, `${detail}?view=translations&language=de`)
      await expect(page.getByRole('textbox', { name: 'HTML content' })).toBeVisible()
    },
  },
  {
    name: 'email-templates-none-found',
    async show(page, { admin }) {
      await enter(page, admin, `${list}?search=nothing+of+this+name`)
      await heading(page, 'No templates match your filters')
    },
  },
  {
    name: 'email-templates-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route(/\/api\/admin\/email\/templates$/, (route) => route.fulfill(failed))
      await enter(page, admin, list)
      await heading(page, 'Failed to fetch email templates: Something went wrong.')
    },
  },
  {
    name: 'email-templates-deactivate',
    async show(page, { admin }) {
      await enter(page, admin, list)
      await page.getByLabel('Select All').check()
      await button(page, /^Deactivate Selected/).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-templates-partly-done',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route(/\/api\/admin\/email\/templates\/key-/, (route) => route.fulfill(failed))
      await page.route(/\/api\/admin\/email\/templates\/(?!key-)/, (route) => route.fulfill({ json: { success: true, message: 'Done' } }))
      await page.route(/\/api\/admin\/email\/templates$/, async (route) => {
        const answer = await route.fetch()
        const { templates, ...others } = (await answer.json()) as { templates: object[] }
        const off = templates.map((one) => ({ ...one, is_active: false }))
        await route.fulfill({ response: answer, json: { ...others, templates: off, data: off } })
      })
      await enter(page, admin, `${list}?search=shared`)
      await page.getByLabel('Select All').check()
      await button(page, /^Activate Selected/).click()
      await expect(page.getByText(/^(Not all|None) of them could be changed/)).toBeVisible()
    },
  },
  {
    name: 'email-template-delete',
    async show(page, { admin }) {
      const { name } = await makeTemplate(admin, 'A notice to delete')
      await enter(page, admin, `${list}?search=${encodeURIComponent(name)}`)
      await button(page, `Delete: ${name}`).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-template-send-test',
    async show(page, { admin }) {
      await enter(page, admin, `${list}?search=key`)
      await button(page, /^Send Test Email: /)
        .first()
        .click()
      await expect(page.getByRole('dialog').getByLabel('Test Email Address')).toBeVisible()
    },
  },
  {
    name: 'email-template-compare',
    async show(page, { admin }) {
      const { slug } = await makeTemplate(admin, 'A notice with versions')
      await enter(page, admin, `${list}/${slug}?view=versions&version=1`)
      await expect(page.getByRole('dialog').getByRole('group', { name: 'Differences: HTML content' })).toBeVisible()
    },
  },
  {
    name: 'email-template-versions-filled',
    async show(page, { admin }) {
      const { slug } = await makeTemplate(admin, 'A notice with versions')
      await enter(page, admin, `${list}/${slug}?view=versions`)
      await expect(button(page, 'Restore version 1')).toBeVisible()
    },
  },
  {
    name: 'email-template-restore',
    async show(page, { admin }) {
      const { slug } = await makeTemplate(admin, 'A notice with versions')
      await enter(page, admin, `${list}/${slug}?view=versions`)
      await button(page, 'Restore version 1').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-template-translations',
    async show(page, { admin }) {
      const { slug } = await makeTemplate(admin, 'A notice in other languages')
      const body = { subject: 'Ihr Tresor wurde geöffnet', html_content: lines(), text_content: '' }
      for (const language of ['de', 'pt-BR']) {
        await callAs(admin, putTemplateTranslation, { params: { id: slug, language }, body })
      }
      await callAs(admin, changeTemplateField, { params: { id: slug }, body: { field: 'subject', value: 'Your vault was opened' } })
      await enter(page, admin, `${list}/${slug}?view=translations`)
      await expect(page.getByText('The template has changed since').first()).toBeVisible()
    },
  },
  {
    name: 'email-template-conflict',
    allowed: /status of 409/,
    async show(page, { admin }) {
      const { slug } = await makeTemplate(admin, 'A notice that two edit')
      await enter(page, admin, `${list}/${slug}?tab=html`)
      await button(page, 'Edit HTML content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.insertText('<p>Mine</p>')
      await callAs(admin, changeTemplateField, { params: { id: slug }, body: { field: 'html_content', value: lines('<p>Theirs</p>') } })
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('region', { name: 'Their text' })).toBeVisible()
    },
  },
  {
    name: 'email-template-dark-preview',
    async show(page, { admin }) {
      await enter(page, admin, detail)
      await button(page, 'Phone').click()
      await button(page, 'Show in dark mode').click()
      await expect(page.locator('iframe').first()).toBeVisible()
    },
  },
  {
    name: 'email-template-absent',
    allowed: /status of 404/,
    async show(page, { admin }) {
      await enter(page, admin, `${list}/no-such-template`)
      await heading(page, 'Error Loading Template')
    },
  },
]
