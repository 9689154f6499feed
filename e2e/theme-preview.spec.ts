import type { Page } from '@playwright/test'
import { previewDesign } from '@twofold/contract/mail-design/theme-calls'
import { callAs, preview, startTrap } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { hostileCss } from './hostile-mail.ts'
import { enter, type Person } from './people.ts'

const unique = () => `C${Date.now().toString(36)}`

async function openNew(page: Page, admin: Person) {
  await enter(page, admin, '/admin/email/themes?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
  await expect(headingOf(page)).toBeVisible()
  return dialog
}

const headingOf = (page: Page) => preview(page).getByRole('heading', { name: 'A sign-in from a new device' })

test('a preview that is redrawn while somebody reads in it keeps the focus, and Tab leads on through it and out of it', async ({
  page,
  admin,
}) => {
  const dialog = await openNew(page, admin)
  const frame = dialog.locator('iframe:not([aria-hidden])')
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const links = preview(page).locator('a[href]')
  for (let size = 18; size < 21; size += 1) {
    await dialog.getByRole('slider', { name: 'Font size' }).fill(String(size))
    // As somebody does who is quicker than the preview.
    await dialog.getByRole('button', { name: 'Open in New Tab' }).focus()
    await page.keyboard.press('Tab')
    await expect(frame).toBeFocused()
    await expect(preview(page).locator('p').first()).toHaveCSS('font-size', `${size}px`)
    await expect(frame).toBeFocused()
    // The frame is a process of its own: it learns later than its page that it has the focus, and each step waits for the one before.
    await expect(preview(page).locator('body')).toBeFocused()
    for (const link of await links.all()) {
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(cancel).toBeFocused()
  }
})

test('hostile CSS is refused line by line, and in the preview loads nothing and covers nothing', async ({ page, admin, guard }) => {
  guard.allow(/Content Security Policy|Refused to|Unsafe attempt|Blocked|sandboxed/)
  const trap = await startTrap()
  for (const attack of hostileCss(trap.origin)) {
    const custom_css = `p { color: #00aa00 }\n${attack}`
    const { html, css_problems: problems } = await callAs(admin, previewDesign, { body: { design: { custom_css } } })
    expect(problems.length, attack).toBeGreaterThan(0)
    expect(
      problems.every(({ line }) => line >= 2),
      attack,
    ).toBe(true)
    expect(html, attack).not.toMatch(/url\(|@import|@font-face|<script|expression|position:\s*fixed|image-set/i)
    expect(html, attack).not.toContain(trap.origin)
  }
  const dialog = await openNew(page, admin)
  await dialog.getByRole('textbox', { name: 'Custom CSS' }).fill(hostileCss(trap.origin).join('\n'))
  await expect(dialog.getByRole('list', { name: 'Problems of the custom CSS' }).getByRole('listitem').first()).toContainText(/^Line \d+/)
  await expect(headingOf(page)).toBeVisible()
  const response = await page.request.post(`${admin.app.url}/api/admin/email/themes`, {
    headers: { authorization: `Bearer ${admin.token}` },
    data: { name: unique(), custom_css: hostileCss(trap.origin).join('\n') },
  })
  expect(response.status()).toBe(422)
  expect(trap.asked).toEqual([])
  trap.stop()
})
