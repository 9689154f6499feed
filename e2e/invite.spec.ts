import { createHash, randomBytes } from 'node:crypto'
import type { Application } from './application.ts'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { newAccount, type Person } from './people.ts'
import { button, expectComplaint, field, fillSignIn, openMailedLink, openSignIn } from './sign-in-page.ts'

/** An invitation by `inviter`, as an e-mail would carry it; good for `hours`. */
async function invite(app: Application, inviter: Person, email: string, hours = 24): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await inDatabase(
    app,
    `insert into one_time_links (token_hash, purpose, email, created_by, created_at, expires_at)
     select $1, 'invite', $2, id, now() - interval '7 days', now() + make_interval(hours => $4) from users where email = $3`,
    [hash, email, inviter.email, hours],
  )
  return `${app.url}/invite#token=${token}`
}

test('an invitation asks only for the fields that an account needs beyond its address, and opens the vault', async ({
  page,
  app,
  person,
}) => {
  const account = newAccount()
  const link = await invite(app, person, account.email)
  await openMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(account.email)
  await expect(field(page, 'Email')).toHaveAttribute('readonly')
  await field(page, 'Name').press('Enter')
  await expectComplaint(page, 'Name', 'Name is required')
  await expectComplaint(page, 'Password', 'Password is required')
  await expect(field(page, 'PIN')).toHaveCount(0)
  await expectAccessible(page)
  await field(page, 'Name').fill(account.name)
  await field(page, 'Password').fill(account.password)
  await field(page, 'Confirm password').fill(account.password)
  await button(page, 'Create account').click()
  await expect(page.getByRole('status').getByText('Account created. Opening your vault...')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await page.evaluate(() => localStorage.clear())

  await openMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'This invitation was used already' })).toBeVisible()
  await expectAccessible(page)
  await openSignIn(page, app)
  await fillSignIn(page, account)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})
