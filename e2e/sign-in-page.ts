import { expect, type Page } from '@playwright/test'
import type { Application } from './application.ts'
import type { Account } from './people.ts'

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'))
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The complaint beneath a field, as a screen reader gets it: in the field's description, with which the help goes away. */
export const expectComplaint = (page: Page, label: string, text: string) => expect(field(page, label)).toHaveAccessibleDescription(text)

export async function openSignIn(page: Page, app: Application, path: '/login' | '/login2' = '/login') {
  await page.goto(`${app.url}${path}`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

export async function openSignUp(page: Page, app: Application) {
  await openSignIn(page, app)
  await button(page, 'Create an account').click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
}

export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
}

export async function fillSignUp(page: Page, account: Account) {
  await field(page, 'Name').fill(account.name)
  await fillSignIn(page, account)
  await field(page, 'Confirm password').fill(account.password)
  await field(page, 'PIN').fill(account.pin)
}

/** Lets time pass in the page only when the test says so. To be called when the screen is there. */
export async function holdTime(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** Opens a link of an e-mail, and sees that its token is nowhere to be seen afterwards. */
export async function openMailedLink(page: Page, link: string) {
  await page.goto(link)
  await expect(page).toHaveURL(link.replace(/#.*/, ''))
}
