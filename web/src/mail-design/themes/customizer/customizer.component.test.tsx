import { changeTheme, createTheme, previewDesign } from '@twofold/contract/mail-design/theme-calls'
import { themePresets } from '@twofold/contract/mail-design/theme-presets'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import { holdTime, passTime } from '../../../testing/clock.ts'
import { leave, textsOf } from '../../../testing/fields.ts'
import { focus, pressEscape } from '../../../testing/keyboard.ts'
import { expectAddress, open } from '../../../testing/open.tsx'
import { breakdown, refusal, serve } from '../../../testing/server.ts'
import { pageWith } from '../../../testing/templates.ts'
import { serveThemes, themeOf } from '../../../testing/themes.ts'
import { resizeWindow } from '../../../testing/window.ts'

const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
const named = (name: string) => dialog.getByRole('textbox', { name, exact: true })
const frames = () => [...document.querySelectorAll('iframe')]
/** Waits until the preview shows HTML with this text. */
const expectDrawn = (text: string) => expect.poll(() => decodeURIComponent(frames().at(-1)?.src ?? '')).toContain(text)

async function openNew() {
  await open('/admin/email/themes?create=true')
  await expectDrawn('A sample')
}

test('a new theme begins with every default, and has every control with its range', async () => {
  serveThemes()
  await openNew()
  const defaults = themeDesign.parse({})
  const colours = [
    ['Primary color', '#667eea'],
    ['Secondary color', '#764ba2'],
    ['Accent color', '#f093fb'],
    ['Background', '#f8fafc'],
    ['Card background', '#ffffff'],
    ['Text', '#2d3748'],
    ['Headings', defaults.heading_color],
    ['Links', defaults.link_color],
    ['Borders', '#e5e7eb'],
    ['Button color', defaults.button_color],
    ['Button text color', '#ffffff'],
  ] as const
  for (const [name, value] of colours) await expect.element(named(name)).toHaveValue(value)
  const sliders = [
    ['Font size', 16, 10, 24, 1],
    ['Line height', 1.6, 1, 3, 0.1],
    ['Container width', 600, 400, 800, 1],
    ['Padding', 40, 10, 80, 1],
    ['Header padding', 30, 10, 80, 1],
    ['Footer padding', 20, 10, 80, 1],
    ['Logo size', 28, 16, 48, 1],
    ['Padding to the sides', 24, 8, 64, 1],
    ['Padding above and below', 12, 4, 32, 1],
  ] as const
  for (const [name, ...numbers] of sliders) {
    const { value, min, max, step } = (await dialog.getByRole('slider', { name, exact: true }).findElement()) as HTMLInputElement
    expect([value, min, max, step]).toEqual(numbers.map(String))
  }
  const fonts = ['System Default', 'Georgia serif', 'Helvetica', 'Inter', 'Poppins']
  const selects = [
    ['Layout', 'standard', ['Standard', 'Newsletter', 'Card', 'Minimal', 'Magazine']],
    ['Font', defaults.font_family, fonts],
    ['Heading font', defaults.heading_font, fonts],
    ['Border radius', '12px', ['0px', '4px', '8px', '12px', '16px', '20px']],
    ['Shadow intensity', 'medium', ['Light', 'Medium', 'Heavy']],
    ['Header style', 'gradient', ['Gradient', 'Solid', 'Minimal']],
    ['Header alignment', 'center', ['Left', 'Center', 'Right']],
    ['Footer style', 'standard', ['Standard']],
    ['Button style', 'rounded', ['Rounded', 'Square', 'Pill']],
  ] as const
  for (const [name, value, options] of selects) {
    const select = dialog.getByRole('combobox', { name, exact: true })
    await expect.element(select).toHaveValue(value)
    expect(textsOf(select.getByRole('option'))).toEqual(options)
  }
  const boxes = [
    ['Public', false],
    ['Use shadows', true],
    ['Use gradients', true],
    ['Show header', true],
    ['Show footer', true],
    ['Show unsubscribe link', true],
    ['Show social links', false],
  ] as const
  for (const [name, isOn] of boxes) {
    expect(((await dialog.getByRole('checkbox', { name }).findElement()) as HTMLInputElement).checked).toBe(isOn)
  }
  await dialog.getByRole('checkbox', { name: 'Show header' }).click()
  for (const name of ['Header style', 'Header alignment', 'Logo size']) {
    await expect.element(dialog.getByLabelText(name)).not.toBeInTheDocument()
  }
  await dialog.getByRole('checkbox', { name: 'Use shadows' }).click()
  await expect.element(dialog.getByLabelText('Shadow intensity')).not.toBeInTheDocument()
})

test('a preset copies its fields into the form, and the preview follows', async () => {
  const { drawn } = serveThemes()
  await openNew()
  const { ocean } = themePresets.color_schemes
  const scheme = dialog.getByRole('group', { name: 'Color schemes' }).getByRole('button', { name: 'Ocean' })
  await scheme.click()
  await expect.element(named('Primary color')).toHaveValue(ocean.primary_color)
  await expect.element(named('Button color')).toHaveValue(ocean.button_color)
  await expect.element(scheme).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('group', { name: 'Typography presets' }).getByRole('button', { name: 'Compact' }).click()
  await expect.element(dialog.getByRole('slider', { name: 'Font size' })).toHaveValue('14')
  await expect.element(dialog.getByRole('slider', { name: 'Line height' })).toHaveValue('1.5')
  await expect.element(named('Primary color')).toHaveValue(ocean.primary_color)
  await expect.poll(() => drawn.at(-1)?.body.design).toMatchObject({ heading_color: ocean.heading_color, font_size: 14, line_height: 1.5 })
  await expectDrawn(`color: ${ocean.heading_color}`)
  await expect.element(dialog.getByRole('list', { name: 'Color palette' })).toMatchTextContent(ocean.accent_color)
})

test('a change is drawn within 300 ms, at most one in 300 ms while it goes on, and meanwhile the preview never goes blank', async () => {
  holdTime()
  const { drawn } = serveThemes()
  await openNew()
  let blank = 0
  const watcher = new MutationObserver(() => {
    if (frames().filter(({ ariaHidden }) => ariaHidden === null).length !== 1) blank += 1
  })
  watcher.observe(await dialog.findElement(), { subtree: true, childList: true, attributes: true })
  await passTime(1000)
  const before = drawn.length
  // Frames come while the time of the page stands still, so that it does not count how busy the machine is.
  const untilDrawn = async (count: number) => {
    while (drawn.length - before < count) await new Promise(requestAnimationFrame)
  }
  const drawnSizes = () => drawn.slice(before).map(({ body: { design } }) => design.font_size)

  await named('Headings').fill('#bb2200')
  await passTime(299)
  await untilDrawn(1)
  expect(drawn.at(-1)?.body.design.heading_color).toBe('#bb2200')
  await expectDrawn('#bb2200')

  await passTime(1000)
  const slider = dialog.getByRole('slider', { name: 'Font size' })
  await focus(slider)
  await userEvent.keyboard('{ArrowRight}')
  await passTime(1)
  await untilDrawn(2)
  expect(drawnSizes()).toEqual([16, 17])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await passTime(290)
  expect(drawnSizes()).toEqual([16, 17])
  await passTime(10)
  await untilDrawn(3)
  expect(drawnSizes()).toEqual([16, 17, 20])
  watcher.disconnect()
  expect(blank).toBe(0)
})

test('colors that are hard to read are named at the field and beside the preview', async () => {
  serveThemes()
  const message = 'The text: contrast 1.6 to 1, where 4.5 to 1 can be read well'
  serve(previewDesign, ({ body: { design } }) => ({
    html: '',
    preview_url: 'about:blank#A sample',
    warnings:
      design.text_color === '#cccccc' ? [{ field: 'text_color', against: 'card_background', ratio: 1.6, wanted: 4.5, message }] : [],
  }))
  await openNew()
  await named('Text').fill('#ccc')
  await expect.element(dialog.getByRole('list', { name: 'Contrast' })).toMatchTextContent(message)
  await expect.element(named('Text')).toHaveAccessibleDescription(/contrast 1\.6 to 1/)
  await leave(named('Text'))
  await expect.element(named('Text')).toHaveValue('#cccccc')
  await named('Text').fill('#1')
  await leave(named('Text'))
  await expect.element(named('Text')).toHaveValue('#cccccc')
  await expectAccessible()
})

test('refusals of the server are listed, a line each, and nothing is lost', async () => {
  serveThemes()
  const cssProblem = { message: 'The property "position" is not available.', line: 2, column: 5 }
  serve(previewDesign, ({ body: { design } }) => ({
    preview_url: 'about:blank#A sample',
    css_problems: design.custom_css.includes('position') ? [cssProblem] : [],
  }))
  serve(createTheme, refusal('request.invalid', {}, { errors: { name: ['Theme name is required'] } }))
  await openNew()
  await named('Custom CSS').fill('p { color: red }\na { position: fixed }')
  const problems = dialog.getByRole('list', { name: 'Problems of the custom CSS' })
  await expect.element(problems).toMatchTextContent(/Line 2 ?The property "position" is not available\./)
  const create = dialog.getByRole('button', { name: 'Create Theme' })
  await create.click()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/Validation errors:/)
  await expect.element(alert).toMatchTextContent(/Theme name is required/)
  await expect.element(dialog.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
  // Going on elsewhere does not lead back to it.
  const below = dialog.getByRole('slider', { name: 'Padding above and below' })
  await focus(below)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(alert).not.toBeInViewport()
  await expect.element(below).toBeInViewport()
  await dialog.getByLabelText('Name').fill('Ours')
  serve(createTheme, refusal('request.invalid', {}, { errors: { custom_css: ['Line 2: "position" is not available'] } }))
  await create.click()
  await expect.element(alert).toMatchTextContent(/"position" is not available/)
  serve(createTheme, breakdown())
  await create.click()
  await expect.element(alert).toMatchTextContent(/Failed to save theme/)

  await pressEscape()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Ours')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectAddress('/admin/email/themes')
})

test('on a narrow screen settings and preview take turns, and what is refused is shown', async () => {
  serveThemes()
  serve(createTheme, refusal('request.invalid', {}, { errors: { name: ['Theme name is required'] } }))
  await openNew()
  await resizeWindow(375)
  await expect.element(dialog.getByRole('region', { name: 'Live preview' })).not.toBeInTheDocument()
  await named('Headings').fill('#bb2200')
  await dialog.getByRole('button', { name: 'Show preview' }).click()
  await expect.element(dialog.getByRole('region', { name: 'Live preview' })).toBeVisible()
  await expectDrawn('#bb2200')
  await expect.element(dialog.getByLabelText('Name').first()).not.toBeVisible()
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Theme name is required/)
  await expect.element(named('Headings')).toHaveValue('#bb2200')
})

test('a theme with templates says how many e-mails change, and changes are sent as a whole', async () => {
  const ours = themeOf('Ours', { templates_count: 1 })
  serveThemes(ours)
  const saved = serve(changeTheme, { message: 'Theme updated successfully' })
  await open('/admin/email/themes?edit=ours')
  const editing = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect.element(editing.getByText('1 template has this theme: its e-mails change from the next one on.')).toBeVisible()
  await editing.getByRole('textbox', { name: 'Headings', exact: true }).fill('#0055aa')
  await editing.getByRole('button', { name: 'Update Theme' }).click()
  await says('Theme updated successfully')
  expect(saved.map(({ body }) => body)).toEqual([
    {
      ...themeDesign.parse({}),
      name: 'Ours',
      description: null,
      is_public: false,
      heading_color: '#0055aa',
      unchanged_since: ours.updated_at,
    },
  ])
})

test('a preview that fails says so and comes back with Refresh', async () => {
  serveThemes()
  await openNew()
  const answer = { success: true, html: '<h1>Drawn again</h1>', preview_url: pageWith('<h1>Drawn again</h1>') }
  serve(previewDesign, refusal('server.failed'))
  await dialog.getByLabelText('Use gradients').click({ force: true })
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to preview theme')
  serve(previewDesign, answer)
  await dialog.getByRole('button', { name: 'Refresh' }).click()
  await expectDrawn('Drawn again')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})
