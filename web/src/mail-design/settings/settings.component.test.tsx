import { listMailLogs } from '@twofold/contract/mail-log/logs'
import {
  applyThemeToAll,
  changeEmailSettings,
  type EmailSettings,
  emailSettings,
  getEmailSettings,
  undoThemeForAll,
} from '@twofold/contract/mail-design/settings'
import { listUsers } from '@twofold/contract/admin/users'
import { listTemplates } from '@twofold/contract/mail-design/templates'
import { listProviders } from '@twofold/contract/mail-delivery/providers'
import { previewTheme } from '@twofold/contract/mail-design/theme-calls'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { button, expectComplaint, field, textsOf } from '../../testing/fields.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'
import { serveThemes, themeOf } from '../../testing/themes.ts'
import { idOf } from '../../testing/vault.ts'

const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const radio = (name: string) => page.getByRole('radio', { name })
const frame = () => document.querySelector('iframe:not([aria-hidden])')?.getAttribute('src') ?? ''
const expectPreview = (text: string) => expect.poll(() => decodeURIComponent(frame())).toContain(text)

/** Settings as the server keeps them, of an installation with three themes and two templates, of which one has no theme. */
function serveSettings() {
  const served = serveThemes(themeOf('Card'), themeOf('Minimal'), themeOf('Magazine'))
  let settings: EmailSettings = emailSettings.parse({})
  serve(getEmailSettings, () => ({ settings }))
  const saved = serve(changeEmailSettings, ({ body }) => {
    settings = body
    return { settings, message: 'Settings saved successfully!' }
  })
  const templates = [
    { id: idOf(1), slug: 'pin-changed', name: 'PIN changed', theme_slug: 'card', is_active: true },
    { id: idOf(2), slug: 'ours', name: 'Ours', theme_slug: null, is_active: true },
  ]
  serve(listTemplates, { templates, data: templates })
  return { ...served, saved }
}

/** As a link would, which keeps what is known. */
async function goTo(path: string) {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expectAddress(path)
}

async function openSettings() {
  await open('/admin/email/settings')
  await expect.element(radio('No theme')).toBeVisible()
}

test('settings begin with their defaults, are saved as a whole, and are the same when they are opened again', async () => {
  const { saved } = serveSettings()
  await openSettings()
  await expect.element(radio('No theme')).toBeChecked()
  await expect.element(page.getByLabelText('Apply to new templates')).toBeChecked()
  await expect.element(page.getByLabelText('Apply to existing templates')).not.toBeChecked()
  await expect.element(page.getByLabelText('Override existing themes')).not.toBeChecked()
  const category = page.getByLabelText('Default category')
  await expect.element(category).toHaveValue('notification')
  expect(textsOf(category.getByRole('option'))).toEqual(['None', 'System', 'Notification', 'Marketing', 'Security', 'Admin'])
  await expect.element(page.getByLabelText('New templates are active')).toBeChecked()

  await radio('Magazine').click({ force: true })
  await category.selectOptions('Security')
  await page.getByLabelText('New templates are active').click({ force: true })
  await page.getByLabelText('Sender name').fill('The vault')
  await page.getByLabelText('Sender address').fill('mail@example.org')
  await page.getByLabelText('Keep logs for').fill('60')
  await button('Save Settings').click()
  await says('Settings saved successfully!')
  expect(saved.map(({ body }) => body)).toEqual([
    {
      ...emailSettings.parse({}),
      default_theme: 'magazine',
      default_category: 'security',
      default_is_active: false,
      sender: { from_email: 'mail@example.org', from_name: 'The vault', reply_to: '' },
      retention_days: 60,
    },
  ])

  await openSettings()
  await expect.element(radio('Magazine')).toBeChecked()
  await expect.element(category).toHaveValue('security')
  await expect.element(page.getByLabelText('Sender name')).toHaveValue('The vault')
  await expect.element(page.getByLabelText('Keep logs for')).toHaveValue(60)
})

test('a provider can be added with the new sender as soon as it is saved', async () => {
  serveSettings()
  let hasSender = false
  serve(listProviders, () => ({ has_sender: hasSender }))
  await open('/admin/email/providers/create')
  await expect.element(field('From address')).toHaveAccessibleDescription(/^Needed, unless/)
  await goTo('/admin/email/settings')
  await page.getByLabelText('Sender address').fill('mail@example.org')
  hasSender = true
  await button('Save Settings').click()
  await says('Settings saved successfully!')
  await goTo('/admin/email/providers/create')
  await expect.element(field('From address')).toHaveAccessibleDescription('Empty: the sender of the installation.')
})

test('refusals of the server are shown at their field, and a failure says why', async () => {
  serveSettings()
  const message = 'Contents cannot be kept longer than the e-mails they belong to.'
  serve(changeEmailSettings, refusal('request.invalid', {}, { errors: { body_retention_days: [message] } }))
  await openSettings()
  await page.getByLabelText('Keep logs for').fill('10')
  await button('Save Settings').click()
  await says(`Failed to save settings: ${message}`)
  await expectComplaint('Keep contents for', message)
  await expect.element(field('Keep contents for')).toHaveFocus()
  await page.getByLabelText('Keep contents for').fill('5')
  await page.getByLabelText('Sender address').fill('nobody')
  await button('Save Settings').click()
  await expect.element(page.getByLabelText('Sender address')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabelText('Sender address').fill('somebody@example.org')
  serve(changeEmailSettings, refusal('server.failed'))
  await button('Save Settings').click()
  await says('Failed to save settings: Something went wrong')
  await button('Discard changes').click()
  await expect.element(page.getByLabelText('Keep logs for')).toHaveValue(90)
})

test('leaving asks while a setting is not saved, and no longer once it is as it was', async () => {
  serveSettings()
  serve(listUsers, onePage())
  await openSettings()
  const users = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' })
  await field('Reply-To address').fill('answers@example.org')
  await users.click()
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await button('Keep editing').click()
  await expect.element(field('Reply-To address')).toHaveValue('answers@example.org')
  await field('Reply-To address').fill('')
  await users.click()
  await expectAddress(/^\/admin\/users/)
  window.history.back()
  await expect.element(field('Reply-To address')).toHaveValue('')
})

test('the preview shows the theme, a template in it, and says when it cannot', async () => {
  const { previews } = serveSettings()
  await openSettings()
  await says('Choose a theme or a template to see what e-mails look like.')
  const refresh = button('Refresh')
  await expect.element(refresh).toHaveAttribute('aria-disabled', 'true')
  await expect.element(refresh).toHaveAccessibleDescription('Choose a template first.')
  await radio('Card').click({ force: true })
  await expectPreview('A sample in card')
  await page.getByLabelText('Template to preview').selectOptions('PIN changed')
  await expectPreview('pin-changed in card')
  await expect.element(refresh).not.toHaveAttribute('aria-disabled', 'true')
  const before = previews.length
  await refresh.click()
  await expect.poll(() => previews.length).toBe(before + 1)

  const tab = { opener: window, location: { replace: vi.fn() } }
  const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await button('Open in New Tab').click()
  await expect.poll(() => tab.location.replace.mock.calls.length).toBe(1)
  expect(decodeURIComponent(String(tab.location.replace.mock.calls[0]))).toContain('pin-changed in card')
  opening.mockRestore()

  serve(previewTheme, refusal('server.failed'))
  await radio('Minimal').click({ force: true })
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Preview Error')).toBeVisible()
  await expect.element(alert.getByText('Something went wrong')).toBeVisible()
  serveSettings()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expectPreview('pin-changed in minimal')
})

test('the default theme is given to all templates after their number was named, with who failed and why, and taken back', async () => {
  serveSettings()
  const applied = serve(applyThemeToAll, {
    message: 'Applied theme to 1 templates, but 1 failed',
    applied: 1,
    failed: 1,
    failures: [{ template: 'Broken', reason: 'Line 1: nothing closes this' }],
    undo_id: idOf(7),
  })
  const undone = serve(undoThemeForAll, { message: '1 template has its theme of before again', restored: 1 })
  await openSettings()
  const apply = button('Apply Default Theme to All Templates')
  await expect.element(apply).toHaveAttribute('aria-disabled', 'true')
  await expect.element(apply).toHaveAccessibleDescription('Choose a default theme first.')
  await radio('Minimal').click({ force: true })
  await apply.click()
  const question = page.getByRole('alertdialog', { name: 'Apply Minimal to all templates?' })
  await expect.element(question.getByText(/^1 template without a theme gets it/)).toBeVisible()
  await expectAccessible()
  expect(applied).toEqual([])
  await question.getByRole('button', { name: 'Apply theme' }).click()
  await says('Applied theme to 1 templates, but 1 failed')
  await says(/1 template has the theme now, 1 failed/)
  await expect.element(page.getByRole('list', { name: 'Templates that failed' })).toMatchTextContent(/Broken.*nothing closes this/)

  await page.getByLabelText('Override existing themes').click({ force: true })
  await says('also to those that have another theme. Use with caution.')
  await apply.click()
  await expect.element(question.getByText(/1 template loses the theme it has/)).toBeVisible()
  await question.getByRole('button', { name: 'Apply theme' }).click()
  await expect
    .poll(() => applied.map(({ body }) => body))
    .toEqual([
      { theme: 'minimal', override_existing_themes: false },
      { theme: 'minimal', override_existing_themes: true },
    ])
  await button('Undo').click()
  await says('1 template has its theme of before again')
  await expect.element(button('Undo')).not.toBeInTheDocument()
  expect(undone.map(({ params }) => params.id)).toEqual([idOf(7)])
})

test('changes that somebody else has saved meanwhile stay if they were not changed here', async () => {
  const { saved } = serveSettings()
  await openSettings()
  serve(getEmailSettings, { settings: { ...emailSettings.parse({}), default_category: 'admin' } })
  await page.getByLabelText('New templates are active').click({ force: true })
  await button('Save Settings').click()
  await says('Settings saved successfully!')
  expect(saved.map(({ body }) => body)).toMatchObject([{ default_category: 'admin', default_is_active: false }])
})

test('saving settings that reach existing templates names their number first', async () => {
  const { saved } = serveSettings()
  await openSettings()
  await radio('Magazine').click({ force: true })
  await page.getByLabelText('Apply to existing templates').click({ force: true })
  await button('Save Settings').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText(/^1 template without a theme gets it/)).toBeVisible()
  expect(saved).toEqual([])
  serve(changeEmailSettings, ({ body }) => ({
    settings: body,
    message: 'Settings saved successfully!',
    application: { applied: 1, failed: 0 },
  }))
  await question.getByRole('button', { name: 'Save and apply' }).click()
  await says('Settings saved successfully!')
  await says(/^1 template has the theme now, 0 failed/)
})

test('a theme that cannot be applied says why, and Back leads to where one came from', async () => {
  const { saved } = serveSettings()
  serve(listMailLogs, { logs: onePage() })
  await open('/admin/email/logs')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Settings', exact: true }).click()
  await radio('Card').click({ force: true })
  serve(applyThemeToAll, refusal('server.failed'))
  await button('Apply Default Theme to All Templates').click()
  await button('Apply theme').click()
  await says('Failed to apply theme to templates: Something went wrong')
  await button('Discard changes').click()
  await button('Back').click()
  await expect.element(page.getByRole('heading', { name: 'Email Logs', level: 1 })).toBeVisible()
  expect(saved).toEqual([])
})
