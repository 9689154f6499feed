import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { getFactors } from '@twofold/contract/factors'
import { lockVault } from '@twofold/contract/pin'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { textsOf } from '../../testing/fields.ts'
import { focus, pressEscape } from '../../testing/keyboard.ts'
import { expectAddress, expectWholeShell, open } from '../../testing/open.tsx'
import { serve } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

const palette = page.getByRole('dialog', { name: 'Find a key, a page or an action' })
const entry = (name: string | RegExp) => page.getByRole('menuitem', { name })
const openPalette = async (typed: string) => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette.getByRole('searchbox')).toHaveFocus()
  if (typed !== '') await userEvent.keyboard(typed)
}

// Stands first: only the first palette of a page waits for its parts.
test('a palette that waited for its parts returns the focus to what opened it', async () => {
  signInAsAdministrator()
  await open('/admin/dashboard')
  await expectWholeShell()
  const opener = page.getByRole('button', { name: 'Search' })
  await focus(opener)
  await userEvent.keyboard('{Enter}')
  await expect.element(entry('Audit Log')).toBeInTheDocument()
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Ctrl+K copies a code by the name of its key, with the codes that are on the screen', async () => {
  const copies = serve(copiedCode, {})
  signInWithKeys([{ name: 'Code host' }, { name: 'North Bank', account: 'finance@example.org', period: 1_000_000_000 }])
  await open('/dashboard')
  await expect.element(page.getByRole('article', { name: 'North Bank' })).toMatchTextContent('123 456')
  await openPalette('')
  await expectAccessible()
  await userEvent.keyboard('copy bank')
  await expect.element(entry(/^Copy North Bank/)).toBeVisible()
  await expect.element(entry(/Code host/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('North Bank code copied to clipboard!')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('123456')
  await expect.poll(() => copies.length).toBe(1)
  await expect.element(palette).not.toBeInTheDocument()
})

test('names that begin with what is typed come first, and no key is offered to be copied that has no code', async () => {
  signInWithKeys([{ name: 'Digit' }, { name: 'Git host' }, { name: 'Gitter', type: 'hotp' }, { name: 'Git vault', exclusive: true }])
  await open('/groups')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await openPalette('git')
  await expect.element(entry('Show Gitter')).toBeVisible()
  expect(textsOf(page.getByRole('menuitem', { name: /^Copy/ }))).toEqual(['Copy Git host', 'Copy Digit'])
})

test('a long account gives way to the name of its key, also on a phone', async () => {
  await resizeWindow(375)
  signInWithKeys([{ name: 'DigitalOcean', account: 'buchhaltung.treuhand@niederlassung-sued.example.org' }])
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toBeVisible()
  await openPalette('copy')
  const label = entry(/^Copy DigitalOcean/).getByText('Copy DigitalOcean')
  await expect.element(label).toBeVisible()
  const line = parseFloat(getComputedStyle(await label.findElement()).lineHeight)
  expect((await label.findElement()).getBoundingClientRect().height).toBeLessThan(line * 1.5)
})

test('on another screen the codes are fetched for it', async () => {
  serve(copiedCode, {})
  signInWithKeys([{ name: 'Code host' }])
  await open('/groups')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await openPalette('copy code')
  serve(generateCodes, () => ({
    codes: [{ id: idOf(100), code: '918273', next_code: '654321', period: 30, time_remaining: 20 }],
    time_remaining: 20,
    server_time: new Date().toISOString(),
  }))
  await expect.element(entry(/^Copy Code host/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('918273')
})

test('it shares and shows a key, and adds one from the clipboard', async () => {
  signInWithKeys([{ name: 'Code host' }, { name: 'North Bank' }], [{ name: 'Door' }])
  await open('/dashboard')
  await expect.element(page.getByRole('article', { name: 'Code host' })).toBeVisible()
  await openPalette('share')
  await expect.element(entry('Share Door')).not.toBeInTheDocument()
  await entry('Share North Bank').click()
  await expect.element(page.getByRole('dialog', { name: 'Access to North Bank' })).toMatchTextContent('Share 2FA Key')
  await pressEscape()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await openPalette('show door')
  await entry('Show Door').click()
  await expect.element(page.getByRole('searchbox', { name: 'Search keys' })).toHaveValue('Door')
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('otpauth://totp/New?secret=JBSWY3DPEHPK3PXP')
  await openPalette('clipboard')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Add 2FA Key' }).getByLabelText('Name', { exact: true })).toHaveValue('New')
})

test('it locks the vault and leads to the pages; those of administrators only they see', async () => {
  let locked = 0
  serve(lockVault, () => {
    locked += 1
    return {}
  })
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true })
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toBeVisible()
  await openPalette('audit')
  await expect.element(page.getByText('No results')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}groups{Enter}')
  await expectAddress('/groups')
  await openPalette('lock')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => locked).toBe(1)
})

test('an administrator has places, acts and own keys in one palette, wherever they are', async () => {
  signInAsAdministrator()
  await open('/admin/dashboard')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const all = page.getByRole('dialog', { name: 'Find a page, a person or an action' })
  await expect.element(all.getByRole('searchbox')).toHaveFocus()
  for (const name of ['Audit Log', 'Profile Settings', 'Add User', 'Add 2FA Key', 'Lock the vault'])
    await expect.element(entry(name)).toBeInTheDocument()
})

test('in their vault an administrator finds what is theirs before the places of the back office', async () => {
  signInAsAdministrator()
  signInWithKeys([{ name: 'Code host' }], [], { role: 'admin' })
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(entry('Audit Log')).toBeInTheDocument()
  expect(textsOf(page.getByRole('menuitem')).slice(0, 3)).toEqual(['Copy Code host', 'User Dashboard', 'Groups'])
})

test('a key that follows a click on Search at once is typed into the palette', async () => {
  signInAsAdministrator()
  await open('/admin/dashboard')
  const button = page.getByRole('button', { name: 'Search' })
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The module is loaded by now, so opening waits only for its turn.
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(search).toHaveFocus()
  await expect.element(entry('Audit Log')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(search).not.toBeInTheDocument()

  // In one task, as where the machine is busy: React has no turn between them.
  const opener = (await button.findElement()) as HTMLButtonElement
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  opener.click()
  await Promise.resolve()
  expect(search.query()).toBeNull()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await Promise.resolve()

  expect(document.activeElement).toBe(search.query())
})
