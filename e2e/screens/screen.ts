import { expect, type Page } from '@playwright/test'
import type { Application } from '../application.ts'
import type { Person } from '../people.ts'

export type Cast = { admin: Person; person: Person; demo: Application }

/** A screen, or a dialog on one, in one of its states. */
export type Screen = {
  /** Kebab case: names its pictures. */
  name: string
  show: (page: Page, cast: Cast) => Promise<void>
  /** Console errors that belong to it. */
  allowed?: RegExp
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

export const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

export async function openDemo(page: Page, { demo }: Cast) {
  await page.goto(`${demo.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
  await button(page, 'Sign in').click()
  await page.waitForURL(/admin/)
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.locator('.code-digits').first()).toHaveText(/\d{3}/, { timeout: 30_000 })
}

/** The answer that the server gives while its database is away. */
export const unavailable = { status: 503, json: { code: 'server.unavailable', message: 'The database cannot be reached right now.' } }

/** The answer that the server gives when something broke. */
export const failed = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }
