import { duplicateTheme, initializeSystemThemes, listThemes, previewTheme, removeTheme } from '@twofold/contract/mail-design/theme-calls'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { button, textsOf } from '../../testing/fields.ts'
import { takeFiles } from '../../testing/files.ts'
import { focus } from '../../testing/keyboard.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { failAndRetry } from '../../testing/retry.ts'
import { breakdown, serve } from '../../testing/server.ts'
import { serveThemes, themeCard, themeOf } from '../../testing/themes.ts'

const path = '/admin/email/themes'
const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const cards = page.getByRole('article')
const expectCards = (count: number) => expect.poll(() => cards.elements().length).toBe(count)
const bannerOf = (name: string) => themeCard(name).element().querySelector('[aria-hidden]')?.getAttribute('style')

test('themes are found by name, type and layout, sorted, and all of it stands in the address', async () => {
  const one = themeOf('Our One', { layout_type: 'magazine', is_public: true })
  const { listed } = serveThemes(one, themeOf('Our Two', { description: 'For the second test', use_gradients: false }), themeOf('Theirs'))
  await open(path)
  await page.getByLabelText('Search themes').fill('Our')
  await expectAddress(`${path}?search=Our`)
  await expectCards(2)
  for (const text of [/No description/, /Magazine/, /Public/, /by Ada Example/]) {
    await expect.element(themeCard('Our One')).toMatchTextContent(text)
  }
  expect(bannerOf('Our One')).toMatch(/linear-gradient/)
  await expect.element(themeCard('Our Two')).toMatchTextContent(/For the second test/)
  expect(bannerOf('Our Two')).not.toMatch(/gradient/)
  expect((await themeCard('Our One').findElement()).querySelectorAll('[aria-hidden] > span > span')).toHaveLength(3)

  await page.getByLabelText('Type').selectOptions('Public')
  await expectCards(1)
  await page.getByLabelText('Layout').selectOptions('Newsletter')
  await expect.element(page.getByRole('heading', { name: 'No themes found' })).toBeVisible()
  await page.getByLabelText('Type').selectOptions('All types')
  await page.getByLabelText('Layout').selectOptions('All layouts')
  await page.getByLabelText('Sort by').selectOptions('Name')
  await expectAddress(/sort=name/)
  await open(`${path}${window.location.search}`)
  await expectCards(2)
  await expect.poll(() => listed.at(-1)?.query).toEqual({ search: 'Our', type: 'all', layout: 'all', sortBy: 'name', page: 1 })
  await button('Clear Filters').click()
  await expectAddress(`${path}?sort=name`)
})

test('a built-in theme is named as its layout is in the language of the page', async () => {
  serveThemes(themeOf('Stored name', { slug: 'card', layout_type: 'card', is_system: true }), themeOf('Ours'))
  await open(path)
  await expect.element(themeCard('Card')).toBeVisible()
  await expect.element(themeCard('Ours')).toBeVisible()
})

test('more than one page has numbers, two to each side of the current one', async () => {
  serveThemes(...Array.from({ length: 13 }, (_, number) => themeOf(`Ours ${number}`)))
  await open(path)
  await expectCards(12)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect.element(pages.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expectAddress(`${path}?page=2`)
  await expectCards(1)
  await page.getByLabelText('Search themes').fill('Ours 12')
  await expectAddress(/^(?!.*page=)/)
  await expect.element(pages).not.toBeInTheDocument()
})

test('themes of the system are neither edited nor deleted; their copy is', async () => {
  const { themes } = serveThemes(themeOf('Minimal', { is_system: true, creator: null }))
  serve(duplicateTheme, () => {
    const theme = themeOf('Minimal (Copy)', { slug: 'minimal-copy' })
    themes.push(theme)
    return { theme, message: 'Theme duplicated successfully' }
  })
  await open(`${path}?type=system`)
  await expect.element(themeCard('Minimal')).toMatchTextContent(/System/)
  expect(themeCard('Minimal').getByRole('button').elements()).toHaveLength(2)
  await button('Preview Minimal').click()
  await page.getByRole('dialog').getByRole('button', { name: 'View settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Minimal' })
  await expect.element(dialog.getByText('It cannot be changed or deleted.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toBeDisabled()
  await expect.element(dialog.getByLabelText('Font size')).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Update Theme' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await says('Theme duplicated successfully')
  const copy = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect.element(copy.getByLabelText('Name')).toHaveValue('Minimal (Copy)')
  await expect.element(copy.getByLabelText('Name')).toBeEnabled()
})

test('a theme is deleted after a question that counts its templates', async () => {
  const { themes } = serveThemes(themeOf('Ours', { templates_count: 1 }))
  const removed = serve(removeTheme, () => {
    themes.length = 0
    return { message: 'Theme deleted successfully' }
  })
  await open(path)
  await button('Delete Ours').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText('Are you sure you want to delete "Ours"?')).toBeVisible()
  await expect.element(question.getByText('1 template has it, and has none then')).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectAccessible()
  expect(removed).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await says('Theme deleted successfully')
  await expect.element(cards).not.toBeInTheDocument()
  expect(removed.map(({ params }) => params.slug)).toEqual(['ours'])
})

test('Initialize System Themes brings them back as they were made', async () => {
  const { themes } = serveThemes(themeOf('Spoilt', { is_system: true }))
  serve(initializeSystemThemes, () => {
    themes.splice(0, 1, themeOf('Card', { is_system: true }))
    return { message: 'System themes initialized successfully' }
  })
  await open(`${path}?type=system`)
  await expect.element(themeCard('Spoilt')).toBeVisible()
  await button('Initialize System Themes').click()
  await says('System themes initialized successfully')
  await expect.element(themeCard('Card')).toBeVisible()
})

test('Escape closes the preview also after a click into it, and somebody who goes into it by Tab stays in it', async () => {
  serveThemes(themeOf('Newsletter', { is_system: true }))
  await open(`${path}?preview=newsletter`)
  const dialog = page.getByRole('dialog', { name: 'Newsletter' })
  const frame = () => dialog.element().querySelector('iframe:not([aria-hidden])')
  await expect.poll(() => decodeURIComponent(frame()?.getAttribute('src') ?? '')).toContain('A sample in newsletter')
  const before = dialog.getByRole('button', { name: 'Open in New Tab' }).first()
  await focus(before)
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => document.activeElement).toBe(frame())
  await before.hover()
  await focus(before)
  await userEvent.click(page.elementLocator(frame() ?? document.body))
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the preview shows what a theme is made of, zooms in steps of a quarter, and is had as a file and in a tab', async () => {
  serveThemes(themeOf('Newsletter', { is_system: true }))
  await open(path)
  await button('Preview Newsletter').click()
  const dialog = page.getByRole('dialog', { name: 'Newsletter' })
  await expectAddress(`${path}?preview=newsletter`)
  for (const fact of ['Layout', 'Font', 'Container width', 'Created']) {
    await expect.element(dialog.getByText(fact, { exact: true })).toBeVisible()
  }
  expect(textsOf(dialog.getByRole('list', { name: 'Color palette' }).getByRole('listitem'))).toEqual(
    ['Primary', 'Secondary', 'Accent', 'Background', 'Text'].map((name) => expect.stringMatching(`^${name}#`) as string),
  )
  const frame = () => dialog.element().querySelector('iframe')
  await expect.poll(() => decodeURIComponent(frame()?.src ?? '')).toContain('A sample in newsletter')
  expect(frame()?.getAttribute('sandbox')).toBe('')

  const [out, into] = [dialog.getByRole('button', { name: 'Zoom out' }), dialog.getByRole('button', { name: 'Zoom in' })]
  await into.click()
  await expect.element(dialog.getByText('125%')).toBeVisible()
  expect(frame()?.style.height).toBe('480px')
  for (let step = 0; step < 3; step += 1) await into.click()
  await expect.element(dialog.getByText('200%')).toBeVisible()
  await expect.element(into).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Reset zoom' }).click()
  await expect.element(dialog.getByText('100%')).toBeVisible()
  for (let step = 0; step < 2; step += 1) await out.click()
  await expect.element(dialog.getByText('50%')).toBeVisible()
  await expect.element(out).toHaveAttribute('aria-disabled', 'true')
  expect(frame()?.style.height).toBe('1200px')

  const files = takeFiles()
  await dialog.getByRole('button', { name: 'Download HTML' }).click()
  await expect.poll(() => files).toEqual([{ name: 'newsletter-preview.html', text: '<h1>A sample in newsletter</h1>' }])

  const tab = { opener: window, location: { replace: vi.fn() } }
  const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await dialog.getByRole('button', { name: 'Open in New Tab' }).last().click()
  await expect.poll(() => tab.location.replace.mock.calls).toEqual([[frame()?.src.replace(/\?.*/, '')]])
  expect(tab.opener).toBe(null)
  opening.mockRestore()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expectAddress(path)
})

test('each failure of the themes says what failed', async () => {
  const ours = themeOf('Ours')
  serveThemes(ours)
  await failAndRetry(listThemes, path, 'Failed to fetch themes', () => serveThemes(ours))
  await expect.element(themeCard('Ours')).toBeVisible()
  for (const endpoint of [initializeSystemThemes, duplicateTheme, removeTheme, previewTheme]) serve(endpoint, breakdown())
  await button('Initialize System Themes').click()
  await says('Failed to initialize system themes')
  await button('Duplicate Ours').click()
  await says('Failed to duplicate theme')
  await button('Delete Ours').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await says('Failed to delete theme')

  await button('Preview Ours').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('heading', { name: 'Failed to preview theme' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Open in New Tab' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(dialog.getByRole('button', { name: 'Download HTML' })).toHaveAttribute('aria-disabled', 'true')
  serveThemes(ours)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => dialog.element().querySelector('iframe')?.src).toContain('A%20sample')

  await open(`${path}?edit=no-such-theme`)
  await says('There is no such theme.')
})
