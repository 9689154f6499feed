import {
  changeMappingPart,
  createMapping,
  listAvailableEvents,
  listMappings,
  removeMapping,
} from '@twofold/contract/mail-rules/mapping-calls'
import { applyTemplateTheme, duplicateTemplate } from '@twofold/contract/mail-design/template-changes'
import { previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { getTemplate, listTemplateThemes } from '@twofold/contract/mail-design/templates'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, textsOf } from '../../testing/fields.ts'
import { takeFiles } from '../../testing/files.ts'
import { expectAddress } from '../../testing/open.tsx'
import { serve } from '../../testing/server.ts'
import { openTemplate, pageWith, expectPreview, serveTemplate } from '../../testing/templates.ts'
import { idOf } from '../../testing/vault.ts'

const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const panel = (name: string) => page.getByRole('region', { name, exact: true })

test('the preview has widths, zoom between 50 and 200 percent, and the colors of dark mode', async () => {
  serveTemplate()
  await openTemplate()
  const frame = page.getByTitle('Preview of A notice', { exact: true })
  await expect.element(frame).toHaveAttribute('src', expect.stringMatching(/scheme=light$/))
  await page.getByText('Phone', { exact: true }).click()
  await expect.element(frame).toHaveStyle({ width: '320px' })
  await page.getByText('600 px', { exact: true }).click()
  await expect.element(frame).toHaveStyle({ width: '600px' })
  for (const percent of ['125%', '150%', '175%', '200%']) {
    await button('Zoom in').click()
    await expect.element(page.getByText(percent, { exact: true })).toBeVisible()
  }
  await expect.element(button('Zoom in')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(frame).toHaveStyle({ height: '300px' })
  await button('Reset zoom').click()
  for (const percent of ['75%', '50%']) {
    await button('Zoom out').click()
    await expect.element(page.getByText(percent, { exact: true })).toBeVisible()
  }
  await expect.element(button('Zoom out')).toHaveAttribute('aria-disabled', 'true')
  await button('Show in dark mode').click()
  await expect
    .element(page.getByTitle('Preview of A notice', { exact: true }).last())
    .toHaveAttribute('src', expect.stringMatching(/scheme=dark$/))
})

test('a theme is tried in the preview, applied, and taken back', async () => {
  const { template, previews } = serveTemplate({ theme_slug: null })
  serve(listTemplateThemes, { success: true, themes: { standard: { name: 'Standard' } } })
  const applied = serve(applyTemplateTheme, ({ body: { theme } }) => {
    const before = template.theme_slug ?? null
    Object.assign(template, { theme_slug: theme || null, version: template.version + 1 })
    return { success: true, message: `${theme || 'No'} theme applied successfully!`, previous_theme: before }
  })
  await openTemplate()
  const theme = page.getByLabelText('Theme', { exact: true })
  await expect.element(theme).toHaveValue('')
  await expect.element(button('Apply')).toHaveAttribute('aria-disabled', 'true')
  await theme.selectOptions('Standard')
  await expect.poll(() => previews.at(-1)?.body.theme).toBe('standard')
  expect(applied).toEqual([])
  await button('Apply').click()
  await says('standard theme applied successfully!')
  await button('Undo').click()
  await says('No theme applied successfully!')
  await expect.element(theme).toHaveValue('')
  expect(applied.map(({ body }) => body.theme)).toEqual(['standard', ''])
})

test('a test is sent at once with its outcome or by the queue, and its address is offered again', async () => {
  serveTemplate({ provider: { name: 'Main', provider: 'smtp' } })
  const tried = serve(testTemplate, ({ body: { send_method } }) => ({
    success: true,
    send_method,
    provider: send_method === 'sync' ? 'Main' : null,
    status: send_method === 'sync' ? ('sent' as const) : ('pending' as const),
    message: send_method === 'sync' ? 'Test email sent successfully' : 'Test e-mail queued for sending',
  }))
  await openTemplate()
  await expect.element(button('Send Now')).toHaveAttribute('aria-disabled', 'true')
  await button('Send Test').click()
  const address = page.getByLabelText('Test Email Address')
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('now@example.org')
  await button('Send Now').click()
  await says('Test email sent successfully')
  await says('Provider: Main · Sent · Sent at once')
  await address.fill('later@example.org')
  await button('Send via Queue').click()
  await says('Test e-mail queued for sending')
  await says('Not sent yet. · Pending · Sent by the queue')
  await expect.element(address).toHaveValue('')
  expect(tried.map(({ body }) => [body.test_email, body.send_method])).toEqual([
    ['now@example.org', 'sync'],
    ['later@example.org', 'queue'],
  ])
  await address.fill('')
  const offered = page.getByRole('listbox', { name: 'Addresses used before' }).getByRole('option')
  // Those of earlier tests may stand beneath.
  await expect.poll(() => textsOf(offered).slice(0, 2)).toEqual(['later@example.org', 'now@example.org'])
})

test('the sample values of the preview are changed on the screen, and a test e-mail has them too', async () => {
  serveTemplate({ provider: { name: 'Main', provider: 'smtp' } })
  serve(previewTemplate, ({ body }) => {
    const name = body.data?.['user.name'] ?? 'Bo Sample'
    return { success: true, data: { 'user.name': name }, preview_url: pageWith(`<p>Hello ${name}</p>`) }
  })
  const tried = serve(testTemplate, { success: true })
  await openTemplate()
  await page.getByText('Sample values', { exact: true }).click()
  const name = page.getByLabelText('user.name', { exact: true })
  await expect.element(name).toHaveValue('Bo Sample')
  await name.fill('Zoë & Co')
  await expectPreview('Hello Zoë & Co')
  await says('1 changed')
  await page.getByLabelText('Test Email Address').fill('somebody@example.org')
  await button('Send Now').click()
  await expect.poll(() => tried.map(({ body }) => body.data)).toEqual([{ 'user.name': 'Zoë & Co' }])
  await button('Reset sample values').click()
  await expect.element(name).toHaveValue('Bo Sample')
})

test('without any provider nothing can be sent, and the button says why', async () => {
  serveTemplate()
  await openTemplate()
  await page.getByLabelText('Test Email Address').fill('somebody@example.org')
  await button('Send Now').hover()
  await expect.element(button('Send Now')).toHaveAccessibleDescription('No e-mail provider is active. Please add one first.')
})

test('a press on a variable copies it, and says when the browser does not allow that', async () => {
  serveTemplate()
  await openTemplate()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: /^\{\{user\.name\}\}/ }).click()
  await says('Copied "{{user.name}}" to clipboard')
  expect(write).toHaveBeenCalledWith('{{user.name}}')
  write.mockRejectedValue(new Error('no'))
  const old = vi.spyOn(document, 'execCommand').mockReturnValue(false)
  await page.getByRole('button', { name: /^\{\{user\.email\}\}/ }).click()
  await says('Failed to copy to clipboard')
  old.mockRestore()
  write.mockRestore()
})

const mappingOf = (event_name: string, is_active = true) => ({ id: idOf(30), event_name, template_slug: 'a-notice', is_active })

test('an event is linked, switched and removed in place', async () => {
  serveTemplate()
  let mappings: ReturnType<typeof mappingOf>[] = []
  serve(listMappings, () => ({ success: true, mappings }))
  serve(listAvailableEvents, {
    descriptions: [
      { name: 'user.login', title: 'Signed in' },
      { name: 'key.shared', title: 'Shared', is_mapped: true },
    ],
  })
  const linked = serve(createMapping, ({ body }) => {
    mappings = [mappingOf(body.event_name)]
    return {}
  })
  serve(changeMappingPart, ({ body: { is_active } }) => {
    mappings = mappings.map(({ event_name }) => mappingOf(event_name, is_active))
    return {}
  })
  serve(removeMapping, () => {
    mappings = []
    return {}
  })
  await openTemplate()
  const mapping = panel('Event Mapping')
  await expect.element(mapping.getByRole('button', { name: 'Link Event' })).toHaveAttribute('aria-disabled', 'true')
  const select = mapping.getByLabelText('Event', { exact: true })
  await expect.poll(() => [...select.element().querySelectorAll('optgroup')].map(({ label }) => label)).toContain('Authentication')
  await expect.element(select.getByRole('option', { name: 'key.shared (linked already)' })).toBeDisabled()
  await select.selectOptions('user.login')
  await mapping.getByRole('button', { name: 'Link Event' }).click()
  await says('Event mapping created')
  expect(linked.map(({ body }) => [body.event_name, body.template_slug])).toEqual([['user.login', 'a-notice']])
  const isMailed = mapping.getByRole('switch', { name: 'E-mails for user.login' })
  await isMailed.click()
  await says('Event mapping disabled')
  await expect.element(isMailed).not.toBeChecked()
  await isMailed.click()
  await says('Event mapping enabled')
  await mapping.getByRole('button', { name: 'Remove user.login' }).click()
  const question = page.getByRole('alertdialog')
  await expect
    .element(question.getByText('Are you sure you want to remove this event mapping? This action cannot be undone.'))
    .toBeVisible()
  await question.getByRole('button', { name: 'Remove' }).click()
  await says('Event mapping removed')
  await expect.element(isMailed).not.toBeInTheDocument()
})

test('the HTML is downloaded under the slug, and the way back is where one came from', async () => {
  const { template } = serveTemplate()
  const files = takeFiles()
  await openTemplate()
  await button('Download HTML').click()
  await expect.poll(() => files).toEqual([{ name: 'a-notice.html', text: template.html_content }])
  const copy = { ...template, id: idOf(2), slug: 'a-notice-copy', name: 'A copy' }
  serve(duplicateTemplate, { template: copy })
  serve(getTemplate, ({ params: { id } }) => ({ success: true, template: id === copy.slug ? copy : template }))
  await button('Duplicate').click()
  await expectAddress('/admin/email/templates/a-notice-copy')
  await expect.element(page.getByRole('heading', { name: 'A copy', level: 1 })).toBeVisible()
  await button('Back to Templates').click()
  await expectAddress('/admin/email/templates/a-notice')
})

test('the switch of a template ends on the line on which the other facts end', async () => {
  serveTemplate()
  await openTemplate()
  const toggle = page.getByRole('switch', { name: 'Active', exact: true })
  await expect.element(toggle).toBeVisible()
  const box = (await toggle.findElement()).closest('dd')?.getBoundingClientRect()
  expect((await toggle.findElement()).getBoundingClientRect().right).toBeCloseTo(box?.right ?? 0, 0)
})
