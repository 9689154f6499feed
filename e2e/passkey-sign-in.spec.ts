import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import type { Person } from './people.ts'
import { enterPin, openSecurity } from './security-page.ts'
import { button, field, fillSignIn, openSignIn, storedToken } from './sign-in-page.ts'

/** A device that keeps passkeys. `agrees`: its owner says yes to everything at once; else a question waits. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const agrees = (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { session, authenticatorId, agrees }
}

/** Somebody signed in with a passkey on this page's device. */
async function addPasskey(page: Page, person: Person): Promise<Awaited<ReturnType<typeof addDevice>>> {
  const device = await addDevice(page)
  await openSecurity(page, person)
  await button(page, 'Add a passkey').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await enterPin(page, person.pin)
  await button(page, 'I have stored them').click()
  await device.agrees(false)
  return device
}

/** The sign-in screen, where the browser offers what the device keeps. */
async function openWithOffer(page: Page, { app }: Person) {
  const offered = page.waitForResponse('**/api/auth/passkey/options')
  await openSignIn(page, app)
  await offered
}

async function removePasskeys({ session, authenticatorId }: { session: CDPSession; authenticatorId: string }) {
  await session.send('WebAuthn.clearCredentials', { authenticatorId })
}

test('a passkey replaces a forgotten PIN together with the password, and signs in alone, by its button', async ({ page, person }) => {
  const device = await addPasskey(page, person)
  await device.agrees(true)
  const form = page.getByRole('form', { name: 'Change PIN' })
  await form.getByRole('button', { name: 'Forgot PIN?' }).click()
  await form.getByLabel('Current password').fill(person.password)
  await form.getByLabel('New PIN', { exact: true }).fill('9753')
  await form.getByLabel('Confirm new PIN').fill('9753')
  await form.getByRole('button', { name: 'Set PIN' }).click()
  await expect(page.getByText('PIN changed successfully')).toBeVisible()
  await device.agrees(false)
  await page.evaluate(() => localStorage.clear())

  await openWithOffer(page, person)
  await device.agrees(true)
  await press(button(page, 'Sign in with a passkey'))
  await expect(page.getByRole('status').getByText('Signed in. Opening your vault...')).toBeVisible()
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('the browser offers it in the e-mail field: taken there, it signs in without a press', async ({ page, person }) => {
  const device = await addPasskey(page, person)
  await page.evaluate(() => localStorage.clear())
  await device.agrees(true)
  await openSignIn(page, person.app)
  await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('while it is offered one can type a password all the same, and is asked for it first as second step', async ({ page, person }) => {
  const device = await addPasskey(page, person)
  await page.evaluate(() => localStorage.clear())
  await openWithOffer(page, person)
  await fillSignIn(page, person)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
  await expectAccessible(page)
  await device.agrees(true)
  await press(button(page, 'Use a passkey'))
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('one that the account no longer has is refused with what the server says; without any the page says calmly what the browser says', async ({
  page,
  person,
}) => {
  const device = await addPasskey(page, person)
  await takeBack(page)
  await openWithOffer(page, person)
  await device.agrees(true)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('alert').getByText('This passkey could not be confirmed. Please try again.')).toBeVisible()
  await expectAccessible(page)

  await removePasskeys(device)
  // On the page as it was, a device that agrees to everything takes the offer in the e-mail field again and again.
  await openWithOffer(page, person)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('alert').getByText('No passkey was used: it was canceled, or took too long. Please try again.')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await expect(button(page, 'Sign in with a passkey')).toBeEnabled()
})

/** Takes the passkey away from the account; the device keeps it. */
async function takeBack(page: Page) {
  await button(page, 'Remove Laptop').click()
  await button(page, 'Remove').click()
  await expect(page.getByText('The passkey was removed.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
}
