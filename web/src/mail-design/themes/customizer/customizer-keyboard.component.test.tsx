import { changeTheme } from '@twofold/contract/mail-design/theme-calls'
import { themePresets } from '@twofold/contract/mail-design/theme-presets'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectEditorFocused, isUncovered } from '../../../testing/fields.ts'
import { focus, pressEscape, reach } from '../../../testing/keyboard.ts'
import { open } from '../../../testing/open.tsx'
import { serve } from '../../../testing/server.ts'
import { serveThemes, themeOf } from '../../../testing/themes.ts'

async function press(target: Locator) {
  await reach(target)
  await userEvent.keyboard('{Enter}')
}

test('the customizer works by keyboard alone', async () => {
  serveThemes(themeOf('Ours'))
  const saved = serve(changeTheme, { message: 'Theme updated successfully' })
  await open('/admin/email/themes')
  await press(page.getByRole('button', { name: 'Edit Ours' }))
  const dialog = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect.element(dialog).toBeVisible()
  await reach(dialog.getByLabelText('Description'))
  await userEvent.keyboard('By keyboard{Tab}')
  const layout = dialog.getByLabelText('Layout', { exact: true })
  await expect.element(layout).toHaveFocus()
  await userEvent.keyboard('m')
  await expect.element(layout).toHaveValue('minimal')
  await userEvent.keyboard('{Tab} ')
  await expect.element(dialog.getByLabelText('Public')).toBeChecked()
  await press(dialog.getByRole('button', { name: 'Forest' }))
  const { primary_color } = themePresets.color_schemes.forest
  await expect.element(dialog.getByRole('textbox', { name: 'Primary color', exact: true })).toHaveValue(primary_color)
  await reach(dialog.getByRole('slider', { name: 'Font size' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(dialog.getByRole('slider', { name: 'Font size' })).toHaveValue('18')
  await reach(dialog.getByRole('slider', { name: 'Padding above and below' }))
  await userEvent.keyboard('{ArrowLeft}')
  const editor = dialog.getByRole('textbox', { name: 'Custom CSS' })
  await reach(editor)
  await expectEditorFocused(editor)
  await userEvent.keyboard('h1 {{ letter-spacing: 1px')
  await expect.element(editor).toMatchTextContent(/letter-spacing: 1px/)
  // Tab indents in the editor, until Escape was pressed; that does not close the dialog.
  await pressEscape()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await press(dialog.getByRole('button', { name: 'Update Theme' }))
  await expect.element(page.getByText('Theme updated successfully')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Ours' })).toHaveFocus()
  expect(saved.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      description: 'By keyboard',
      layout_type: 'minimal',
      is_public: true,
      font_size: 18,
      button_padding_y: 11,
      primary_color,
      custom_css: expect.stringContaining('letter-spacing: 1px') as string,
    }),
  ])
})

test('no control that Tab leads to lies under the head or the foot of the dialog', async () => {
  serveThemes()
  await open('/admin/email/themes?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
  const editor = dialog.getByRole('textbox', { name: 'Custom CSS' })
  await expect.element(editor).toBeVisible()
  await focus(dialog.getByLabelText('Name', { exact: true }))
  const host = ((await editor.findElement()).getRootNode() as ShadowRoot).host
  const covered: string[] = []
  let stops = 0
  while (document.activeElement !== host && document.activeElement && stops < 200) {
    stops += 1
    if (!isUncovered(document.activeElement)) covered.push(document.activeElement.outerHTML.slice(0, 120))
    await userEvent.keyboard('{Tab}')
  }
  expect(document.activeElement).toBe(host)
  expect(covered).toEqual([])
  expect(stops).toBeGreaterThan(40)
})
