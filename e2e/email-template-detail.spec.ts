import type { Page } from '@playwright/test'
import type { CallInput } from '@twofold/contract/endpoint'
import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { putTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { signUpVerified } from './mailbox.ts'
import { enter, type Person } from './people.ts'

const asAdmin = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const previewOf = (page: Page, name: string) => page.frameLocator(`iframe[title="Preview of ${name}"]:not([aria-hidden])`)

async function makeTemplate(admin: Person, change: Partial<CallInput<typeof createTemplate>['body']> = {}) {
  const name = `Detail ${crypto.randomUUID().slice(0, 8)}`
  const body = {
    name,
    category: 'notification' as const,
    subject: 'A notice',
    html_content: '<p>Hello {{ user.name }}</p>',
    theme_slug: null,
    ...change,
  }
  const { template } = await call(admin.app, createTemplate, { body }, asAdmin(admin))
  return template
}

async function open(page: Page, admin: Person, change: Parameters<typeof makeTemplate>[1]) {
  const template = await makeTemplate(admin, change)
  await enter(page, admin, `/admin/email/templates/${template.slug}`)
  await expect(page.getByRole('heading', { name: template.name, level: 1 })).toBeVisible()
  return template
}

test('hostile HTML runs nothing, sends nothing and reaches nothing in the preview', async ({ page, admin, guard }) => {
  // The browser reports what the policy has refused.
  guard.allow(/Content Security Policy|sandboxed|ERR_BLOCKED|outside\.invalid/)
  const outside = 'https://outside.invalid'
  const { name, slug } = await open(page, admin, {
    html_content: `<p id="seen">Seen</p>
      <script>parent.hacked = 1; fetch('${outside}/script')</script>
      <img src="${outside}/pixel.png" onerror="parent.hacked = 1"><img src=x onerror="top.location='${outside}'">
      <svg onload="parent.hacked = 1"><script>parent.hacked = 1</script></svg>
      <iframe src="${outside}/frame"></iframe><object data="${outside}/object"></object><embed src="${outside}/embed">
      <link rel="stylesheet" href="${outside}/style.css"><style>@import url('${outside}/import.css'); p { background: url(${outside}/bg.png) }</style>
      <p style="background-image: url(${outside}/inline.png)">Styled</p><base href="${outside}/">
      <form action="${outside}/form"><input autofocus onfocus="parent.hacked = 1"><button>Send</button></form>
      <a href="javascript:parent.hacked = 1">Press</a><meta http-equiv="refresh" content="0;url=${outside}">
      <math><mtext><table><mglyph><style><img src=x onerror="parent.hacked = 1"></style></mglyph></table></mtext></math>`,
  })
  // Asked only for what the policy lets out.
  const left: string[] = []
  await page.context().route(`${outside}/**`, (route) => {
    left.push(route.request().url())
    return route.abort()
  })
  await page.reload()
  await expect(previewOf(page, name).getByText('Seen')).toBeVisible()
  await expect(page.locator(`iframe[title="Preview of ${name}"]`)).toHaveAttribute('sandbox', '')
  await previewOf(page, name).getByText('Press').click()
  await page.getByRole('button', { name: 'Show in dark mode' }).click()
  await expect(previewOf(page, name).getByText('Styled')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Preview in New Tab' }).click()
  const tab = await opened
  await expect(tab.getByText('Seen')).toBeVisible()
  expect(tab.url()).toContain('/api/previews/')
  expect(await tab.evaluate(() => [window.opener === null, window.origin])).toEqual([true, 'null'])
  expect(left).toEqual([])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await expect(page).toHaveURL(new RegExp(`/admin/email/templates/${slug}$`))
})

test('a test is sent at once or by the queue, and arrives as the template says, with the sample values of the preview', async ({
  page,
  mailing,
}) => {
  const { admin, mailbox } = mailing
  const mark = crypto.randomUUID().slice(0, 8)
  const { name } = await open(page, admin, { subject: `Trial ${mark} for {{ user.name }}` })
  await page.getByText('Sample values', { exact: true }).click()
  await page.getByLabel('user.name').fill('<b>Zoë</b> & Co')
  await expect(previewOf(page, name).getByText('Hello <b>Zoë</b> & Co')).toBeVisible()
  await page.getByLabel('Test Email Address').fill(`now-${mark}@example.org`)
  await page.getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByText('Test email sent successfully').first()).toBeVisible()
  const mail = await mailbox.mail(`now-${mark}@example.org`, new RegExp(`^Trial ${mark} for <b>Zoë</b> & Co$`))
  expect(mail.html).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt; &amp; Co')
  expect(mail.text).toContain('Hello <b>Zoë</b> & Co')
  await page.getByRole('button', { name: 'Reset sample values' }).click()
  await page.getByLabel('Test Email Address').fill(`later-${mark}@example.org`)
  await page.getByRole('button', { name: 'Send via Queue' }).click()
  await expect(page.getByText('Test e-mail queued for sending').first()).toBeVisible()
  await mailbox.mail(`later-${mark}@example.org`, new RegExp(`^Trial ${mark} for Bo Sample$`))
  await page.reload()
  await expect(page.getByRole('table', { name: 'Recent Email Logs' })).toContainText(`now-${mark}@example.org`)
})

test('e-mail comes in the language that its reader chose in the profile', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const content = { subject: 'PIN geändert', html_content: '<p>Hallo {{ user.name }}</p>' }
  await call(admin.app, putTemplateTranslation, { params: { id: 'pin-changed', language: 'de' }, body: content }, asAdmin(admin))
  const person = await signUpVerified(mailing)
  await enter(page, person, '/profile?tab=settings')
  await page.getByLabel('Language of e-mails').selectOption('de')
  await expect(page.getByText('Notification settings saved.')).toBeVisible()
  await expect(page.getByLabel('Language of e-mails')).toHaveValue('de')
  await page.goto(`${person.app.url}/profile?tab=security`)
  const form = page.getByRole('form', { name: 'Change PIN' })
  await form.getByLabel('Current PIN', { exact: true }).fill(person.pin)
  await form.getByLabel('New PIN', { exact: true }).fill('9753')
  await form.getByLabel('Confirm new PIN', { exact: true }).fill('9753')
  await form.getByRole('button', { name: 'Change PIN' }).click()
  const mail = await mailbox.mail(person.email, /^PIN geändert/)
  expect(mail.html).toContain('Hallo')
  expect(mail.text).toContain('Hallo')
})
