import type { Page } from '@playwright/test'
import { createTheme, getTheme } from '@twofold/contract/email/theme-calls'
import { themePresets } from '@twofold/contract/email/theme-presets'
import { themeDesign } from '@twofold/contract/email/themes'
import { expectAccessible } from './axe.ts'
import { callAs, giveTheme, preview, sendSample } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { isUncovered, press, typeInto } from './keyboard.ts'
import { enter, newAccount, type Person } from './people.ts'

const unique = () => `C${Date.now().toString(36)}`

async function openNew(page: Page, admin: Person) {
  await enter(page, admin, '/admin/email/themes?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
  await expect(preview(page).getByText('A sign-in from a new device').first()).toBeVisible()
  return dialog
}

const headingOf = (page: Page) => preview(page).getByRole('heading', { name: 'A sign-in from a new device' })

test('a new theme begins with every default, and has every control with its range', async ({ page, admin }) => {
  const dialog = await openNew(page, admin)
  const defaults = themeDesign.parse({})
  const colours = [
    ['Primary colour', '#667eea'],
    ['Secondary colour', '#764ba2'],
    ['Accent colour', '#f093fb'],
    ['Background', '#f8fafc'],
    ['Card background', '#ffffff'],
    ['Text', '#2d3748'],
    ['Headings', defaults.heading_color],
    ['Links', defaults.link_color],
    ['Borders', '#e5e7eb'],
    ['Button colour', defaults.button_color],
    ['Button text colour', '#ffffff'],
  ] as const
  for (const [name, value] of colours) await expect(dialog.getByRole('textbox', { name, exact: true })).toHaveValue(value)
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
  for (const [name, value, min, max, step] of sliders) {
    const slider = dialog.getByRole('slider', { name, exact: true })
    await expect(slider).toHaveValue(String(value))
    expect(await slider.evaluate((input: HTMLInputElement) => [input.min, input.max, input.step])).toEqual([min, max, step].map(String))
  }
  const selects = [
    ['Layout', 'standard', ['Standard', 'Newsletter', 'Card', 'Minimal', 'Magazine']],
    ['Font', defaults.font_family, ['System Default', 'Georgia serif', 'Helvetica', 'Inter', 'Poppins']],
    ['Heading font', defaults.heading_font, ['System Default', 'Georgia serif', 'Helvetica', 'Inter', 'Poppins']],
    ['Border radius', '12px', ['0px', '4px', '8px', '12px', '16px', '20px']],
    ['Shadow intensity', 'medium', ['Light', 'Medium', 'Heavy']],
    ['Header style', 'gradient', ['Gradient', 'Solid', 'Minimal']],
    ['Header alignment', 'center', ['Left', 'Center', 'Right']],
    ['Footer style', 'standard', ['Standard']],
    ['Button style', 'rounded', ['Rounded', 'Square', 'Pill']],
  ] as const
  for (const [name, value, options] of selects) {
    const select = dialog.getByRole('combobox', { name, exact: true })
    await expect(select).toHaveValue(value)
    await expect(select.getByRole('option')).toHaveText([...options])
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
  for (const [name, isOn] of boxes) await expect(dialog.getByRole('checkbox', { name })).toBeChecked({ checked: isOn })

  await dialog.getByLabel('Show header').uncheck()
  for (const name of ['Header style', 'Header alignment', 'Logo size']) await expect(dialog.getByLabel(name)).toBeHidden()
  await dialog.getByLabel('Use shadows').uncheck()
  await expect(dialog.getByLabel('Shadow intensity')).toBeHidden()
})

test('a preset copies its fields into the form, and the preview follows', async ({ page, admin }) => {
  const dialog = await openNew(page, admin)
  const { ocean } = themePresets.color_schemes
  await dialog.getByRole('group', { name: 'Colour schemes' }).getByRole('button', { name: 'Ocean' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Primary colour', exact: true })).toHaveValue(ocean.primary_color)
  await expect(dialog.getByRole('textbox', { name: 'Button colour', exact: true })).toHaveValue(ocean.button_color)
  await expect(dialog.getByRole('button', { name: 'Ocean' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('group', { name: 'Typography presets' }).getByRole('button', { name: 'Compact' }).click()
  await expect(dialog.getByRole('slider', { name: 'Font size' })).toHaveValue('14')
  await expect(dialog.getByRole('slider', { name: 'Line height' })).toHaveValue('1.5')
  await expect(dialog.getByRole('textbox', { name: 'Primary colour', exact: true })).toHaveValue(ocean.primary_color)
  await expect(headingOf(page)).toHaveCSS('color', 'rgb(16, 35, 58)')
  await expect(headingOf(page)).toHaveCSS('font-size', '21px')
  await expect(dialog.getByRole('list', { name: 'Colour palette' })).toContainText(ocean.accent_color)
})

test('a change is drawn within 300 ms, at most one in 300 ms while it goes on, and meanwhile the preview never goes blank', async ({
  page,
  admin,
}) => {
  // Before the page begins, so that all of its times are of one clock.
  await page.clock.install()
  const dialog = await openNew(page, admin)
  // Read in the page: what a person would see from frame to frame.
  const seen = await page.evaluateHandle(() => {
    const record = { frames: 0, blank: 0 }
    const look = () => {
      const frames = [...document.querySelectorAll<HTMLIFrameElement>('.ui-preview-frame')]
      record.frames += 1
      if (frames.filter(({ dataset }) => dataset['coming'] === undefined).length !== 1) record.blank += 1
      requestAnimationFrame(look)
    }
    look()
    return record
  })
  const drawn: string[] = []
  page.on('request', (request) => request.url().endsWith('/themes/preview') && drawn.push(request.postData() ?? ''))
  // While the time of the page stands still, it does not count how busy the machine is.
  const holdTime = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)

  await holdTime()
  await dialog.getByRole('textbox', { name: 'Headings', exact: true }).fill('#bb2200')
  await page.clock.runFor(299)
  await expect.poll(() => drawn.at(-1)).toContain('#bb2200')
  await page.clock.resume()
  await expect(headingOf(page)).toHaveCSS('color', 'rgb(187, 34, 0)')

  await holdTime()
  const slider = dialog.getByRole('slider', { name: 'Font size' })
  await slider.press('ArrowRight')
  await page.clock.runFor(10)
  await expect.poll(() => drawn.at(-1)).toContain('"font_size":17')
  for (let step = 0; step < 3; step += 1) await slider.press('ArrowRight')
  await page.clock.runFor(280)
  expect(drawn).toHaveLength(2)
  await page.clock.runFor(20)
  await expect.poll(() => drawn.at(-1)).toContain('"font_size":20')
  expect(drawn).toHaveLength(3)
  await page.clock.resume()
  await expect(headingOf(page)).toHaveCSS('font-size', '30px')
  const { frames, blank } = await seen.jsonValue()
  expect(frames).toBeGreaterThan(10)
  expect(blank).toBe(0)
})

test('colours that are hard to read are named at the field and beside the preview', async ({ page, admin }) => {
  const dialog = await openNew(page, admin)
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('#ccc')
  await expect(dialog.getByRole('list', { name: 'Contrast' })).toContainText(
    /The text: contrast 1\.6 to 1, where 4\.5 to 1 can be read well/,
  )
  await expect(text).toHaveAccessibleDescription(/contrast 1\.6 to 1/)
  await text.blur()
  await expect(text).toHaveValue('#cccccc')
  await text.fill('#1')
  await text.blur()
  await expect(text).toHaveValue('#cccccc')
  await expectAccessible(page)
})

test('a theme is made, the next mail has its look, and a change of it is seen in the one after', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const [name, { email }] = [unique(), newAccount()]
  const dialog = await openNew(page, admin)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('For the mail of this test')
  await dialog.getByLabel('Layout', { exact: true }).selectOption('Card')
  await dialog.getByRole('textbox', { name: 'Headings', exact: true }).fill('#aa1155')
  await dialog.getByRole('textbox', { name: 'Custom CSS' }).fill('h1 { letter-spacing: 3px }')
  await expect(headingOf(page)).toHaveCSS('letter-spacing', '3px')
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  await expect(page.getByText('Theme created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const slug = name.toLowerCase()
  const { theme } = await callAs(admin, getTheme, { params: { slug } })
  expect(theme).toMatchObject({
    ...themeDesign.parse({}),
    name,
    layout_type: 'card',
    heading_color: '#aa1155',
    custom_css: 'h1 { letter-spacing: 3px }',
  })

  await giveTheme(admin, 'pin-changed', slug)
  await sendSample(mailing, 'pin-changed', email)
  expect((await mailbox.mail(email, /PIN/)).html).toMatch(
    /<h1 style="[^"]*letter-spacing:\s*3px[^"]*color:\s*#aa1155|<h1 style="[^"]*color:\s*#aa1155[^"]*letter-spacing:\s*3px/,
  )

  await page.goto(`${admin.app.url}/admin/email/themes?search=${name}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect(editing.getByText('1 template has this theme: its mail changes from the next one on.')).toBeVisible()
  await editing.getByRole('textbox', { name: 'Headings', exact: true }).fill('#0055aa')
  await editing.getByRole('button', { name: 'Update Theme' }).click()
  await expect(page.getByText('Theme updated successfully')).toBeVisible()
  const second = newAccount().email
  await sendSample(mailing, 'pin-changed', second)
  const { html } = await mailbox.mail(second, /PIN/)
  expect(html).toContain('#0055aa')
  expect(html).not.toContain('#aa1155')
  await giveTheme(admin, 'pin-changed', 'standard')
})

test('what the server refuses is listed, a line each, and nothing is lost', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  const dialog = await openNew(page, admin)
  await dialog.getByRole('textbox', { name: 'Custom CSS' }).fill('p { color: red }\na { position: fixed }')
  const problems = dialog.getByRole('list', { name: 'Problems of the custom CSS' })
  await expect(problems).toContainText('Line 2 The property "position" is not available.')
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Validation errors:')
  await expect(alert).toContainText('Theme name is required')
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  // Going on elsewhere does not lead back to it.
  const below = dialog.getByRole('slider', { name: 'Padding above and below' })
  await below.press('ArrowRight')
  await expect(alert).not.toBeInViewport()
  await expect(below).toBeInViewport()
  await dialog.getByLabel('Name').fill(unique())
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  await expect(alert).toContainText('"position" is not available')
  await page.route('**/api/admin/email/themes', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { code: 'server.failed', message: '' } }) : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  await expect(alert).toContainText('Failed to save theme')

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Name')).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
})

test('on a narrow screen settings and preview take turns, and what is refused is shown', async ({ page, admin }) => {
  const dialog = await openNew(page, admin)
  await page.setViewportSize({ width: 375, height: 700 })
  await expect(dialog.getByRole('region', { name: 'Live preview' })).toBeHidden()
  await dialog.getByRole('textbox', { name: 'Headings', exact: true }).fill('#bb2200')
  await dialog.getByRole('button', { name: 'Show preview' }).click()
  await expect(headingOf(page)).toHaveCSS('color', 'rgb(187, 34, 0)')
  await expect(dialog.getByLabel('Name')).toBeHidden()
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Theme name is required')
  await expect(dialog.getByRole('textbox', { name: 'Headings', exact: true })).toHaveValue('#bb2200')
})

test('the customizer works by keyboard alone', async ({ page, admin }) => {
  const name = unique()
  const { theme } = await callAs(admin, createTheme, { body: { name } })
  await enter(page, admin, `/admin/email/themes?search=${name}`)
  await press(page.getByRole('button', { name: `Edit ${name}` }))
  const dialog = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect(dialog).toBeVisible()
  await typeInto(dialog.getByLabel('Description'), 'By keyboard')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Layout', { exact: true })).toBeFocused()
  await page.keyboard.press('m')
  await expect(dialog.getByLabel('Layout', { exact: true })).toHaveValue('minimal')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Public')).toBeChecked()
  await press(dialog.getByRole('button', { name: 'Forest' }))
  await expect(dialog.getByRole('textbox', { name: 'Primary colour', exact: true })).toHaveValue(
    themePresets.color_schemes.forest.primary_color,
  )
  await typeInto(dialog.getByRole('slider', { name: 'Font size' }), '')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('slider', { name: 'Font size' })).toHaveValue('18')
  await typeInto(dialog.getByRole('slider', { name: 'Padding above and below' }), '')
  await page.keyboard.press('ArrowLeft')
  const editor = dialog.getByRole('textbox', { name: 'Custom CSS' })
  const isInEditor = () => editor.evaluate((element) => element.matches(':focus'))
  for (let step = 0; step < 4 && !(await isInEditor()); step += 1) await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await page.keyboard.type('h1 { letter-spacing: 1px')
  await expect(headingOf(page)).toHaveCSS('letter-spacing', '1px')
  // Tab indents in the editor, until Escape was pressed; that does not close the dialog.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Update Theme' })).toBeEnabled()
  await press(dialog.getByRole('button', { name: 'Update Theme' }))
  await expect(page.getByText('Theme updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
  const { theme: saved } = await callAs(admin, getTheme, { params: { slug: theme.slug } })
  expect(saved).toMatchObject({
    description: 'By keyboard',
    layout_type: 'minimal',
    is_public: true,
    font_size: 18,
    button_padding_y: 11,
    primary_color: themePresets.color_schemes.forest.primary_color,
  })
  expect(saved.custom_css).toContain('letter-spacing: 1px')
})

test('no control that Tab leads to lies under the head or the foot of the dialog', async ({ page, admin }) => {
  const dialog = await openNew(page, admin)
  await dialog.getByLabel('Name', { exact: true }).focus()
  const editor = dialog.getByRole('textbox', { name: 'Custom CSS' })
  await expect(editor).toBeVisible()
  const covered: string[] = []
  let stops = 0
  while (!(await editor.evaluate((element) => element.matches(':focus')))) {
    const focused = page.locator(':focus')
    stops += 1
    if (!(await focused.evaluate(isUncovered))) covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 120)))
    await page.keyboard.press('Tab')
  }
  expect(covered).toEqual([])
  expect(stops).toBeGreaterThan(40)
})
