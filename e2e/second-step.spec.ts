import type { Page } from '@playwright/test'
import { signUpVerified } from './mailbox.ts'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import type { Person } from './people.ts'
import { enrolTotp } from './security-page.ts'
import { button, expectComplaint, field, fillSignIn, holdTime, openMailedLink, openSignIn } from './sign-in-page.ts'
import { totpCode } from './totp.ts'

const appCode = 'Code from your authenticator app'
/** Enrolling used up the present code; the next window is accepted already. */
const nextCode = (secret: string) => totpCode(secret, Date.now() + 30_000)

async function passFirstStep(page: Page, person: Person, path: '/login' | '/login2' = '/login') {
  await openSignIn(page, person.app, path)
  await fillSignIn(page, person)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
}

test('after the password a code of the authenticator app is asked for, by keyboard alone, and then the vault opens', async ({
  page,
  person,
}) => {
  const { secret } = await enrolTotp(person)
  await passFirstStep(page, person)
  await expect(page).toHaveURL(`${person.app.url}/login`)
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(field(page, appCode)).toBeFocused()
  await expectAccessible(page)
  await press(button(page, 'Continue'))
  await expectComplaint(page, appCode, 'Please enter the code')
  await field(page, appCode).press('Enter')
  await typeInto(field(page, appCode), nextCode(secret))
  await holdTime(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Signed in. Opening your vault...')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('until then nothing opens, and a reload, another address or another tab leads back to the step', async ({ page, context, person }) => {
  const { secret } = await enrolTotp(person)
  await page.goto(`${person.app.url}/profile`)
  await passFirstStep(page, person)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
  const other = await context.newPage()
  for (const path of ['/profile?tab=security', '/login', '/admin', '/second-step']) {
    await other.goto(`${person.app.url}${path}`)
    await expect(other).toHaveURL(`${person.app.url}/second-step`)
  }
  await other.close()
  await field(page, appCode).fill(nextCode(secret))
  await button(page, 'Continue').click()
  // The page that the person requested before the sign-in.
  await expect(page).toHaveURL(`${person.app.url}/profile`)
  await page.goto(`${person.app.url}/second-step`)
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('a recovery code stands in for the app, once', async ({ page, person }) => {
  const { recoveryCodes } = await enrolTotp(person)
  const [code = ''] = recoveryCodes
  await passFirstStep(page, person)
  await press(button(page, 'Use a recovery code'))
  await expect(field(page, 'Recovery code')).toBeFocused()
  await expectAccessible(page)
  await typeInto(field(page, 'Recovery code'), code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
  await page.evaluate(() => localStorage.clear())

  await passFirstStep(page, person)
  await button(page, 'Use a recovery code').click()
  await field(page, 'Recovery code').fill(code)
  await button(page, 'Continue').click()
  await expectComplaint(page, 'Recovery code', 'Wrong code, or already used. Attempts left: 4.')
  await button(page, 'Use your authenticator app').click()
  await expectComplaint(page, appCode, '')
})

test('after a reset that an administrator had a hand in, a link in an e-mail is the second step, and works only in the browser that signs in', async ({
  page,
  context,
  browser,
  mailing,
}) => {
  const person = await signUpVerified(mailing)
  await inDatabase(mailing.app, 'update users set needs_proof = true where email = $1', [person.email])
  await passFirstStep(page, person)
  await expect(page.getByText('Check your e-mail')).toBeVisible()
  await expectAccessible(page)
  const link = await mailing.mailbox.link(person.email, /^Confirm your sign-in/)
  expect(link).toContain('/second-step#token=')

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await openMailedLink(stranger, link)
  await expect(stranger.getByRole('heading', { name: 'Nothing to confirm' })).toBeVisible()
  await expectAccessible(stranger)
  await elsewhere.close()

  const other = await context.newPage()
  await openMailedLink(other, link)
  await expectAccessible(other)
  await press(button(other, 'Confirm this sign-in'))
  await expect(other).toHaveURL(`${mailing.app.url}/dashboard`)
  // The tab in which the sign-in began has heard of it.
  await expect(page).toHaveURL(`${mailing.app.url}/dashboard`)
})
