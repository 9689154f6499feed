import type { Page } from '@playwright/test'
import type { CallInput } from '@twofold/contract/endpoint'
import { changeTemplateField, createTemplate } from '@twofold/contract/email/template-changes'
import { putTemplateTranslation } from '@twofold/contract/email/template-versions'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { isUncovered } from './keyboard.ts'
import { signUpVerified } from './mailbox.ts'
import { enter, type Person } from './people.ts'

const asAdmin = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const editorOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
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

async function open(page: Page, admin: Person, change: Parameters<typeof makeTemplate>[1] = {}, search = '') {
  const template = await makeTemplate(admin, change)
  await enter(page, admin, `/admin/email/templates/${template.slug}${search}`)
  await expect(page.getByRole('heading', { name: template.name, level: 1 })).toBeVisible()
  return template
}

async function replaceCode(page: Page, name: string, text: string) {
  await editorOf(page, name).press('Control+a')
  await page.keyboard.insertText(text)
}

test('a line is edited in its place: Enter saves, Esc cancels, and each says so', async ({ page, admin }) => {
  const { subject } = await open(page, admin)
  await panel(page, 'Subject Line').getByRole('button', { name: 'Edit Subject' }).click()
  await expect(page.getByLabel('Subject', { exact: true })).toBeFocused()
  await page.keyboard.type(' for {{ user.name }}')
  await page.keyboard.press('Escape')
  await expect(panel(page, 'Subject Line').getByText(subject, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Subject' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' today')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Subject updated successfully')).toBeVisible()
  await expect(panel(page, 'Subject Line').getByText('A notice today')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Description' }).click()
  await page.getByLabel('Description', { exact: true }).fill('What it is for')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Description updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Subject' }).click()
  await page.getByLabel('Subject', { exact: true }).fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to update subject: This cannot be empty.')).toBeVisible()
})

/** CodeMirror ignores keys for the first 75 ms of a list (`interactionDelay`), so that nobody accepts what they have not seen. */
async function untilListTakesKeys(page: Page) {
  const shownAt = await page.evaluate(() => performance.now())
  await page.waitForFunction((shownAt) => performance.now() > shownAt + 75, shownAt)
}

test('HTML is written by keyboard alone, with the variables of its events offered, checked at its line and saved', async ({
  page,
  admin,
}) => {
  const { name } = await open(page, admin, {}, '?tab=html')
  await page.getByRole('button', { name: 'Edit HTML content' }).focus()
  await page.keyboard.press('Enter')
  await expect(editorOf(page, 'HTML content')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n<p>{{ user.ema')
  await expect(page.getByRole('listbox').getByRole('option', { name: /^user\.email/ })).toBeVisible()
  await untilListTakesKeys(page)
  await page.keyboard.press('Enter')
  await expect(editorOf(page, 'HTML content')).toContainText('{{ user.email }}')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('</p>\n<a href="">Open</a>\n{{ nothing.here }}')
  const checks = panel(page, 'Checks')
  await expect(checks.getByText('There is no variable "nothing.here" here.')).toBeVisible()
  await expect(checks.getByText('This link leads nowhere.')).toBeVisible()
  await expect(checks.getByText('There is no text part: it is derived from the HTML.')).toBeVisible()
  await expect(checks.getByText('1 error, 2 warnings')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Failed to update HTML content: There is no variable "nothing.here" here/)).toBeVisible()
  await checks.getByRole('button', { name: 'HTML, line 4, column 4' }).click()
  await expect(editorOf(page, 'HTML content')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('HTML content updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit HTML content' })).toBeFocused()
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(previewOf(page, name).getByRole('link', { name: 'Open' })).toBeVisible()
})

test('a check leads to its line, and nothing lies over it', async ({ page, admin }) => {
  const lines = Array.from({ length: 12 }, (_, index) => `<p>Line ${index}</p>`)
  await open(page, admin, { html_content: ['<a href="">Open</a>', ...lines].join('\n') })
  await panel(page, 'Checks')
    .getByRole('button', { name: /^HTML, line 1,/ })
    .press('Enter')
  await expect(editorOf(page, 'HTML content')).toBeFocused()
  await expect.poll(() => editorOf(page, 'HTML content').getByText('Open').evaluate(isUncovered)).toBe(true)
})

test('Esc takes back what was typed into the HTML, and Undo brings it again', async ({ page, admin }) => {
  await open(page, admin, {}, '?tab=html')
  await page.getByRole('button', { name: 'Edit HTML content' }).click()
  await replaceCode(page, 'HTML content', '<p>Other</p>')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editorOf(page, 'HTML content')).toContainText('Hello')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editorOf(page, 'HTML content')).toContainText('Other')
})

test('what is typed shows in the preview before it is saved, and leaving asks', async ({ page, admin }) => {
  const { name } = await open(page, admin, {}, '?tab=html')
  await page.getByRole('button', { name: 'Edit HTML content' }).click()
  await replaceCode(page, 'HTML content', '<p>Not saved yet</p>')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(previewOf(page, name).getByText('Not saved yet')).toBeVisible()
  await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
  const dialog = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('tab', { name: 'HTML', exact: true }).click()
  await expect(editorOf(page, 'HTML content')).toContainText('Not saved yet')
  await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/templates`)
})

test('of two who edit at once nobody writes over the other without knowing', async ({ page, admin }) => {
  const { slug } = await open(page, admin, {}, '?tab=html')
  await page.getByRole('button', { name: 'Edit HTML content' }).click()
  await replaceCode(page, 'HTML content', '<p>Mine</p>')
  await call(
    admin.app,
    changeTemplateField,
    { params: { id: slug }, body: { field: 'html_content', value: '<p>Theirs</p>' } },
    asAdmin(admin),
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Failed to update HTML content: Somebody else has changed this template/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Their text' })).toHaveText('<p>Theirs</p>')
  await expect(editorOf(page, 'HTML content')).toContainText('Mine')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('HTML content updated successfully')).toBeVisible()
  await expect(editorOf(page, 'HTML content')).toContainText('Mine')
})

test('what the same person saved meanwhile in another field is no conflict', async ({ page, admin }) => {
  await open(page, admin, {}, '?tab=html')
  await page.getByRole('button', { name: 'Edit HTML content' }).click()
  await replaceCode(page, 'HTML content', '<p>First</p>')
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Text content' }).click()
  await replaceCode(page, 'Text content', 'Second')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Text content updated successfully')).toBeVisible()
  await page.getByRole('tab', { name: 'HTML', exact: true }).click()
  await editorOf(page, 'HTML content').press('Control+Enter')
  await expect(page.getByText('HTML content updated successfully')).toBeVisible()
})

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

test('the preview has widths, zoom between 50 and 200 percent, and the colours of dark mode', async ({ page, admin }) => {
  const { name } = await open(page, admin, { theme_slug: 'standard' }).catch(async () => open(page, admin))
  const frame = page.locator(`iframe[title="Preview of ${name}"]`).last()
  await expect(frame).toHaveAttribute('src', /scheme=light/)
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect(frame).toHaveCSS('width', '320px')
  await page.getByRole('button', { name: '600 px' }).click()
  await expect(frame).toHaveCSS('width', '600px')
  for (const percent of ['125%', '150%', '175%', '200%']) {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(page.getByText(percent, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
  await expect(frame).toHaveCSS('height', '300px')
  await page.getByRole('button', { name: 'Reset zoom' }).click()
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByText('50%', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show in dark mode' }).click()
  await expect(frame).toHaveAttribute('src', /scheme=dark/)
})

test('a theme is tried in the preview, applied, and taken back', async ({ page, admin }) => {
  await open(page, admin)
  const theme = page.getByLabel('Theme', { exact: true })
  await expect(theme).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveAttribute('aria-disabled', 'true')
  const label = (await theme.locator('option').nth(1).textContent()) ?? ''
  await theme.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText(`${label} theme applied successfully!`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(theme).toHaveValue('')
})

test('a test is sent at once with its outcome or by the queue, and arrives as the template says', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const mark = crypto.randomUUID().slice(0, 8)
  await open(page, admin, { subject: `Trial ${mark}` })
  await expect(page.getByRole('button', { name: 'Send Now' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Send Test', exact: true }).click()
  await expect(page.getByLabel('Test Email Address')).toBeFocused()
  await page.keyboard.type(`now-${mark}@example.org`)
  await page.getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByText('Test email sent successfully').first()).toBeVisible()
  const mail = await mailbox.mail(`now-${mark}@example.org`, new RegExp(mark))
  expect(mail.html).toContain('Hello')
  expect(mail.text).toContain('Hello')
  await expect(page.getByLabel('Test Email Address')).toHaveValue('')
  await page.getByLabel('Test Email Address').fill(`later-${mark}@example.org`)
  await page.getByRole('button', { name: 'Send via Queue' }).click()
  await expect(page.getByText('Test email queued for sending').first()).toBeVisible()
  await mailbox.mail(`later-${mark}@example.org`, new RegExp(mark))
  await page.getByLabel('Test Email Address').fill('')
  await expect(page.getByRole('listbox', { name: 'Addresses used before' }).getByRole('option').first()).toHaveText(
    `later-${mark}@example.org`,
  )
  await page.getByLabel('Test Email Address').blur()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Recent Email Logs' })).toContainText(`now-${mark}@example.org`)
})

test('the sample values of the preview are changed on the screen, and a test mail has them too', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const address = `sample-${crypto.randomUUID()}@example.org`
  const { name } = await open(page, admin, { subject: 'For {{ user.name }}' })
  await page.getByText('Sample values', { exact: true }).click()
  await expect(page.getByLabel(/^user\./)).toHaveValue('Bo Sample')
  await page.getByLabel('user.name').fill('<b>Zoë</b> & Co')
  await expect(previewOf(page, name).getByText('Hello <b>Zoë</b> & Co')).toBeVisible()
  await expect(page.getByText('1 changed')).toBeVisible()
  await page.getByLabel('Test Email Address').fill(address)
  await page.getByRole('button', { name: 'Send Now' }).click()
  expect((await mailbox.mail(address, /^For <b>Zoë<\/b> & Co$/)).text).toContain('Hello <b>Zoë</b> & Co')
  await page.getByRole('button', { name: 'Reset sample values' }).click()
  await expect(page.getByLabel('user.name')).toHaveValue('Bo Sample')
})

test('without any provider nothing can be sent, and the button says why', async ({ page, admin }) => {
  await open(page, admin)
  await page.getByLabel('Test Email Address').fill('somebody@example.org')
  await page.getByRole('button', { name: 'Send Now' }).hover()
  await expect(page.getByRole('button', { name: 'Send Now' })).toHaveAccessibleDescription(
    'No e-mail provider is active. Please add one first.',
  )
})

test('a press on a variable copies it, and says when the browser does not allow that', async ({ page, admin, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, admin)
  await page.getByRole('button', { name: /^\{\{user\.name\}\}/ }).click()
  await expect(page.getByText('Copied "{{user.name}}" to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{{user.name}}')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: /^\{\{user\.email\}\}/ }).click()
  await expect(page.getByText('Failed to copy to clipboard')).toBeVisible()
})

test('an event is linked, switched and removed in place', async ({ page, admin }) => {
  const { name } = await open(page, admin)
  const mapping = panel(page, 'Event Mapping')
  await expect(mapping.getByRole('button', { name: 'Link Event' })).toHaveAttribute('aria-disabled', 'true')
  const select = mapping.getByLabel('Event', { exact: true })
  await expect(select.locator('optgroup[label="Authentication"]')).toHaveCount(1)
  await expect(select.locator('option', { hasText: 'key.shared (linked already)' })).toBeDisabled()
  const free = (await select.locator('option:not([disabled]):not([value=""])').first().getAttribute('value')) ?? ''
  await select.selectOption(free)
  await mapping.getByRole('button', { name: 'Link Event' }).click()
  await expect(page.getByText('Event mapping created')).toBeVisible()
  await mapping.getByRole('switch', { name: `${free} is mailed` }).click()
  await expect(page.getByText('Event mapping disabled')).toBeVisible()
  await mapping.getByRole('switch', { name: `${free} is mailed` }).click()
  await expect(page.getByText('Event mapping enabled')).toBeVisible()
  await mapping.getByRole('button', { name: `Remove ${free}` }).click()
  await expect(
    page.getByRole('alertdialog').getByText('Are you sure you want to remove this event mapping? This action cannot be undone.'),
  ).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Event mapping removed')).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('every change is a version: who, what and when, compared line by line, and restored', async ({ page, admin }) => {
  const { slug } = await makeTemplate(admin)
  await call(
    admin.app,
    changeTemplateField,
    { params: { id: slug }, body: { field: 'html_content', value: '<p>Hello {{ user.name }}</p>\n<p>Second</p>' } },
    asAdmin(admin),
  )
  await enter(page, admin, `/admin/email/templates/${slug}?view=versions`)
  const table = page.getByRole('table', { name: 'Versions' })
  await expect(table.getByRole('row').nth(1)).toContainText('HTML content')
  await expect(table.getByRole('row').nth(1)).toContainText(admin.name)
  await expect(table.getByRole('row').nth(1)).toContainText('Current')
  await page.getByRole('button', { name: 'Compare version 1' }).click()
  await expect(page).toHaveURL(/version=1/)
  const dialog = page.getByRole('dialog', { name: 'Version 1' })
  await expect(dialog.getByRole('group', { name: 'Differences: HTML content' })).toContainText('Added: <p>Second</p>')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 1 restored')).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(4)
})

test('a template is translated, and the translation shown, marked when the template changes, and removed', async ({ page, admin }) => {
  const { slug, name } = await makeTemplate(admin)
  await enter(page, admin, `/admin/email/templates/${slug}?view=translations`)
  await page.getByLabel('Language', { exact: true }).fill('German')
  await page.getByRole('button', { name: 'Add language' }).click()
  await expect(page.getByText('Use a language such as de or pt-BR')).toBeVisible()
  await page.getByLabel('Language', { exact: true }).fill('de')
  await page.getByRole('button', { name: 'Add language' }).click()
  await page.getByLabel('Subject', { exact: true }).fill('Ein Hinweis')
  await expect(editorOf(page, 'HTML content')).toContainText('Hello')
  await replaceCode(page, 'HTML content', '<p>Hallo {{ user.name }}</p>')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save translation' }).click()
  await expect(page.getByText('Translation saved')).toBeVisible()
  await call(admin.app, changeTemplateField, { params: { id: slug }, body: { field: 'subject', value: 'Another notice' } }, asAdmin(admin))
  await page.reload()
  await expect(page.getByText('The template has changed since')).toBeVisible()
  await page.getByRole('tab', { name: 'Template', exact: true }).click()
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de')
  await expect(previewOf(page, name).getByText(/^Hallo/)).toBeVisible()
  await page.getByRole('tab', { name: 'Translations' }).click()
  await page.getByRole('button', { name: 'Remove German' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Translation removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No translations' })).toBeVisible()
})

test('of two who translate at once nobody writes over the other without knowing', async ({ page, admin }) => {
  const { slug } = await open(page, admin, {}, '?view=translations&language=de')
  await page.getByLabel('Subject', { exact: true }).fill('Meiner')
  const theirs = { subject: 'Ihrer', html_content: '<p>Hallo</p>' }
  await call(admin.app, putTemplateTranslation, { params: { id: slug, language: 'de' }, body: theirs }, asAdmin(admin))
  await page.getByRole('button', { name: 'Save translation' }).click()
  await expect(page.getByRole('region', { name: 'Their text' })).toContainText('Ihrer')
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Meiner')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('Translation saved')).toBeVisible()
  await expect(page.getByText('Meiner')).toBeVisible()
})

test('mail comes in the language that its reader chose in the profile', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const content = { subject: 'PIN geändert', html_content: '<p>Hallo {{ user.name }}</p>' }
  await call(admin.app, putTemplateTranslation, { params: { id: 'pin-changed', language: 'de' }, body: content }, asAdmin(admin))
  const person = await signUpVerified(mailing)
  await enter(page, person, '/profile?tab=settings')
  await page.getByLabel('Language of mails').selectOption('de')
  await expect(page.getByText('Notification settings saved.')).toBeVisible()
  await expect(page.getByLabel('Language of mails')).toHaveValue('de')
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

test('the HTML is downloaded under the slug, and the way back is where one came from', async ({ page, admin }) => {
  const { slug } = await open(page, admin)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download HTML' }).click()
  expect((await saved).suggestedFilename()).toBe(`${slug}.html`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(new RegExp(`${slug.slice(0, 8)}.*-copy`))
  await page.getByRole('button', { name: 'Back to Templates' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/templates/${slug}`)
})
