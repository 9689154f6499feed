import type { Page } from '@playwright/test'
import { beginTotp, confirmTotp } from '@twofold/contract/factors'
import { call } from './api.ts'
import { expect } from './fixtures.ts'
import { enter, type Person } from './people.ts'
import { totpCode } from './totp.ts'

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

export async function openSecurity(page: Page, person: Person) {
  await enter(page, person, '/profile?tab=security')
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
}

export async function enterPin(page: Page, pin: string) {
  await dialog(page, 'Enter your PIN').getByLabel('PIN', { exact: true }).fill(pin)
  await page.keyboard.press('Enter')
}

/** Sets up the authenticator app by the API, as if it had been there before. */
export async function enrolTotp({ app, token, password }: Person) {
  const headers = { authorization: `Bearer ${token}` }
  const { secret } = await call(app, beginTotp, { body: { current_password: password } }, headers)
  const { recovery_codes = [] } = await call(app, confirmTotp, { body: { code: totpCode(secret) } }, headers)
  return { secret, recoveryCodes: recovery_codes }
}
