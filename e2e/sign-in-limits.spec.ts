import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, field, fillSignIn, holdTime, openSignIn } from './sign-in-page.ts'

const warning = (left: string) => `Rate limit warning: ${left} remaining. Please slow down to avoid temporary lockout.`

async function fail(page: Page) {
  const answer = page.waitForResponse('**/api/auth/login')
  await button(page, 'Sign in').click()
  await answer
}

test('from three attempts left on there is a warning for ten seconds, after the last one seconds count down, and nothing is sent', async ({
  page,
  app,
  person,
}) => {
  await openSignIn(page, app)
  await fillSignIn(page, { ...person, password: 'Not-the-password' })
  await holdTime(page)
  await fail(page)
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible()
  await expect(page.getByText('Rate limit warning')).toBeHidden()

  await fail(page)
  await expect(page.getByText(warning('3 attempts'))).toBeVisible()
  await page.clock.runFor(9900)
  await expect(page.getByText(warning('3 attempts'))).toBeVisible()
  await page.clock.runFor(100)
  await expect(page.getByText('Rate limit warning')).toBeHidden()

  await fail(page)
  await expect(page.getByText(warning('2 attempts'))).toBeVisible()
  await page.clock.runFor(8000)
  await fail(page)
  await expect(page.getByText(warning('1 attempt'))).toBeVisible()
  await page.clock.runFor(9900)
  await expect(page.getByText(warning('1 attempt'))).toBeVisible()
  await page.clock.runFor(100)
  await expect(page.getByText('Rate limit warning')).toBeHidden()

  // The one that the limit lets through last, and the first that it refuses.
  for (let attempt = 5; attempt <= 6; attempt += 1) await fail(page)
  const notice = page.getByText(/^Too many attempts\. Please try again in \d+ seconds\.$/)
  await expect(notice).toBeVisible()
  await expect(page.getByText('Rate limit warning')).toBeHidden()
  const seconds = Number((await notice.textContent())?.match(/\d+/)?.[0])
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThanOrEqual(60)

  await page.clock.runFor(5000)
  await expect(page.getByText(`Too many attempts. Please try again in ${seconds - 5} seconds.`)).toBeVisible()
  await expect(button(page, 'Sign in')).toBeDisabled()
  let sent = 0
  await page.route('**/api/auth/login', (route) => {
    sent += 1
    return route.continue()
  })
  await field(page, 'Password').press('Enter')
  await page.clock.runFor((seconds - 6) * 1000)
  await expect(page.getByText('Too many attempts. Please try again in 1 second.')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page.getByText('Too many attempts')).toBeHidden()
  expect(sent).toBe(0)
  await expect(button(page, 'Sign in')).toBeEnabled()
})
