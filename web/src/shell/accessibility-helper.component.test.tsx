import { getKey } from '@twofold/contract/keys'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { focus, pressEscape } from '../testing/keyboard.ts'
import { expectWholeShell, open } from '../testing/open.tsx'
import { viewSetting } from '../keys/vault-views.ts'
import { signInWithProfile } from '../testing/profile.ts'
import { serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const hints = page.getByRole('dialog', { name: 'Keyboard and display' })

async function openReady(path: string) {
  await open(path)
  await expectWholeShell()
}

beforeEach(() => void signInWithProfile())

test('? shows and hides the keyboard hints of the screen, and Escape closes them', async () => {
  await openReady('/dashboard')
  await userEvent.keyboard('?')
  await expect.element(hints).toMatchTextContent('Add a 2FA key')
  await userEvent.keyboard('?')
  await expect.element(hints).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(hints).toBeVisible()
  await pressEscape()
  await expect.element(hints).not.toBeInTheDocument()
})

test('each hint names its keys as the keyboard does, beside what they do', async () => {
  signInWithKeys([{ name: 'Code host' }])
  serve(getKey, { key: { note: null } })
  viewSetting.set('list')
  await openReady('/dashboard')
  await expect.element(page.getByRole('region', { name: 'Code host' })).toBeVisible()
  await userEvent.keyboard('?')
  const keysOf = (does: string) => hints.getByText(does, { exact: true }).element().previousElementSibling
  await expect.poll(() => keysOf('Copy the next code')?.textContent).toBe('ShiftEnter')
  expect(['Copy the code of that row', 'Next key', 'Pick more'].map((does) => keysOf(does)?.textContent)).toEqual(['1–9', 'J', 'Shift↑↓'])
  for (const does of (await hints.findElement()).querySelectorAll('dd')) {
    const end = Math.max(...[...(does.previousElementSibling?.children ?? [])].map((key) => key.getBoundingClientRect().right))
    expect(end).toBeLessThan(does.getBoundingClientRect().left)
  }
})

test('hints name only what the screen has: signing in has no key to add', async () => {
  localStorage.clear()
  await openReady('/login')
  await page.getByRole('button', { name: 'Keyboard and display' }).click()
  await expect.element(hints).toMatchTextContent('Show or hide these hints')
  await expect.element(hints).not.toMatchTextContent('Add a 2FA key')
  await expectAccessible()
})

test('? shows the hints where an empty field has the focus already, and is a letter in one with text and in a password', async () => {
  localStorage.clear()
  await openReady('/login')
  const address = page.getByLabelText('Email', { exact: true })
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('?')
  await expect.element(hints).toBeVisible()
  await pressEscape()
  await expect.element(hints).not.toBeInTheDocument()
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('a?')
  await expect.element(address).toHaveValue('a?')
  await password.click()
  await userEvent.keyboard('?')
  await expect.element(password).toHaveValue('?')
  await expect.element(hints).not.toBeInTheDocument()
})

test('the hints are those of the current screen: the profile has its tabs', async () => {
  await openReady('/profile')
  await userEvent.keyboard('?')
  await expect.element(hints).toMatchTextContent('Open Settings')
  await expect.element(hints).not.toMatchTextContent('Add a 2FA key')
  await pressEscape()
  await expect.element(hints).not.toBeInTheDocument()
  await userEvent.keyboard('2')
  const name = page.getByLabelText('Name', { exact: true })
  await name.fill('4 of 4?')
  await expect.element(name).toHaveValue('4 of 4?')
  await expect.element(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
})

test('n opens the add dialog; while somebody types, or a dialog is open, letters are letters', async () => {
  await openReady('/dashboard')
  await userEvent.keyboard('{Control>}n{/Control}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('n')
  const name = page.getByRole('dialog', { name: 'Add 2FA Key' }).getByLabelText('Name', { exact: true })
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('')
  await userEvent.keyboard('n?')
  await expect.element(name).toHaveValue('n?')
  await focus(page.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('?')
  await expect.element(hints).not.toBeInTheDocument()
})

test('shortcuts can be switched off, and stay off', async () => {
  await openReady('/dashboard')
  await userEvent.keyboard('?')
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click({ force: true })
  await expect.element(hints).not.toMatchTextContent('Add a 2FA key')
  await pressEscape()
  await openReady('/dashboard')
  await userEvent.keyboard('?')
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard and display' }).click()
  await expect.element(page.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked()
})
