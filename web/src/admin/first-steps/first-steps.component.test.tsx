import { type FirstStepName, getFirstSteps } from '@twofold/contract/admin/first-steps'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button } from '../../testing/fields.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { breakdown, serve } from '../../testing/server.ts'

const names = ['vault', 'https', 'passkey', 'key', 'invite', 'mail', 'backup'] as const
const serveSteps = (...done: FirstStepName[]) =>
  serve(getFirstSteps, {
    steps: names.map((name) => ({ name, done: done.includes(name), since: name === 'vault' ? new Date().toISOString() : null })),
  })
const steps = page.getByRole('main').getByRole('listitem')

beforeEach(() => void signInAsAdministrator())

test('the home of a new installation shows seven steps, which are done, and the ways of each other one', async () => {
  serveSteps('vault', 'https', 'passkey')
  await open('/welcome')
  await expect.element(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  await expect.element(steps).toHaveLength(7)
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '3 of 7 done')
  await expect.element(steps.nth(3)).toHaveAttribute('aria-current', 'step')
  for (const way of [/^Scan a QR code/, /^Paste a link/, /^Import From Google Authenticator/])
    await expect.element(steps.nth(3).getByRole('button', { name: way })).toBeVisible()
  await expect.element(steps.nth(0)).toMatchTextContent('Create the vault, done')
  await expect.element(steps.nth(6).getByRole('link', { name: 'Make a backup' })).toHaveAttribute('href', '/admin/backups')
  await expectAccessible()
})

test('a step opens in place, and ticks itself when the server sees it done', async () => {
  serveSteps('vault', 'https', 'passkey', 'key')
  await open('/welcome')
  await steps.nth(4).getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await expect.element(dialog).toBeVisible()
  serveSteps('vault', 'https', 'passkey', 'key', 'invite')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(steps.nth(4)).toMatchTextContent('Invite a colleague, done')
})

test('with all of them done it leads to the codes', async () => {
  serveSteps(...names)
  await open('/welcome')
  await expect.element(page.getByRole('link', { name: 'Go to my codes' })).toHaveAttribute('href', '/dashboard')
})

test('Hide leaves the open ones under what needs attention, from where they are gone on with', async () => {
  serveSteps('vault', 'https')
  await open('/welcome')
  await page.getByRole('link', { name: 'Hide' }).click()
  await expectAddress('/admin/dashboard')
  const line = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  await expect.element(line).toMatchTextContent('5 first steps are open')
  await line.getByRole('link', { name: /^Go on/ }).click()
  await expectAddress('/welcome')
})

test('steps that cannot be loaded are said so, and tried again', async () => {
  serve(getFirstSteps, breakdown())
  await open('/welcome')
  await expect.element(page.getByText('The first steps could not be loaded')).toBeVisible()
  serveSteps('vault')
  await button('Retry').click()
  await expect.element(steps).toHaveLength(7)
})
