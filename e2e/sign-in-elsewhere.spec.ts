import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import type { Elsewhere } from './elsewhere.ts'
import { expect, test } from './fixtures.ts'
import { enter, newAccount, type Person, signUp } from './people.ts'
import { enrolTotp } from './security-page.ts'
import { button, field, openSignIn, storedToken } from './sign-in-page.ts'
import { totpCode } from './totp.ts'

// One worker for all, since each would start the application again.
test.describe.configure({ mode: 'default' })

const unique = () => crypto.randomUUID()

async function becomeSomebody({ issuer }: Elsewhere) {
  const sub = unique()
  Object.assign(issuer.person, { sub, email: `${sub}@example.org`, email_verified: true, name: 'Cleo Example' })
}

async function goThere(page: Page, { app }: Elsewhere) {
  await openSignIn(page, app, '/login2')
  await button(page, 'Example ID').click()
  await expect(page.getByRole('heading', { name: 'Example ID' })).toBeVisible()
}

test('a sign-in at the issuer makes an account, opens the vault, and no token or code stays in the address or the history', async ({
  page,
  elsewhere,
}) => {
  await becomeSomebody(elsewhere)
  await goThere(page, elsewhere)
  const finished = page.waitForRequest('**/api/auth/identities/sign-in/finish')
  await page.getByRole('link', { name: 'Allow' }).click()
  await finished
  await expect(page).toHaveURL(`${elsewhere.app.url}/dashboard`)
  await expect(page.getByText('No 2FA keys')).toBeVisible()
  expect(await storedToken(page)).toMatch(/^[\w-]{43}$/)
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('a denial, an answer that is over and an address that has an account are said in words, and nobody is signed in', async ({
  page,
  elsewhere,
  guard,
}) => {
  guard.allow(/status of 422/)
  await goThere(page, elsewhere)
  await page.getByRole('link', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('You did not allow it at Example ID. Nothing has changed.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL(`${elsewhere.app.url}/login2`)

  await page.goto(`${elsewhere.app.url}/callback/oidc?state=sign-in.old&code=5e10`)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This sign-in has expired, or was begun in another browser. Please try again.',
  )
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page)

  const known = await signUp(elsewhere.app)
  await becomeSomebody(elsewhere)
  elsewhere.issuer.person.email = known.email
  await goThere(page, elsewhere)
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'An account with this e-mail address already exists. Sign in to it as you did before, then connect Example ID in your profile.',
  )
  expect(await storedToken(page)).toBeNull()
})

/** As if the person had connected in the profile, with any account at the issuer. */
async function connect({ app, issuer }: Elsewhere, { email }: Person) {
  await inDatabase(
    app,
    `insert into identities (id, user_id, provider, issuer, subject, email, created_at)
     select gen_random_uuid(), id, 'oidc', $2, $3, $4, now() from users where email = $1`,
    [email, issuer.url, issuer.person.sub, issuer.person.email],
  )
}

test('a person named by the issuer has to pass the second step and to replace a password that somebody else chose, like everybody else', async ({
  page,
  elsewhere,
}) => {
  const person = await signUp(elsewhere.app)
  const { secret } = await enrolTotp(person)
  await inDatabase(elsewhere.app, 'update users set must_change_password = true where email = $1', [person.email])
  await becomeSomebody(elsewhere)
  await connect(elsewhere, person)
  await goThere(page, elsewhere)
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(page).toHaveURL(`${elsewhere.app.url}/second-step`)
  await expect(page.getByText(person.email)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${elsewhere.app.url}/dashboard`)
  await expect(page).toHaveURL(`${elsewhere.app.url}/second-step`)
  await field(page, 'Code from your authenticator app').fill(totpCode(secret, Date.now() + 30_000))
  await button(page, 'Continue').click()
  await expect(page).toHaveURL(`${elsewhere.app.url}/new-password`)
  await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
})

test('an account is connected from the profile with the PIN, signs in from then on, and is disconnected again', async ({
  page,
  elsewhere,
}) => {
  const person = await signUp(elsewhere.app, newAccount())
  await becomeSomebody(elsewhere)
  await enter(page, person, '/profile?tab=security')
  const panel = page.getByRole('region', { name: 'Connected accounts' })
  await panel.getByRole('button', { name: 'Connect Example ID' }).click()
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill(person.pin)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(page.getByText('You can sign in with Example ID now.')).toBeVisible()
  await expect(panel).toContainText(elsewhere.issuer.person.email)
  await expectAccessible(page)

  await page.evaluate(() => localStorage.clear())
  await goThere(page, elsewhere)
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(page).toHaveURL(`${elsewhere.app.url}/dashboard`)

  await page.goto(`${elsewhere.app.url}/profile?tab=security`)
  await panel.getByRole('button', { name: 'Disconnect Example ID' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill(person.pin)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Example ID is disconnected.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Disconnect Example ID' })).toBeHidden()
})
