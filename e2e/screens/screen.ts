import { expect, type Page } from '@playwright/test'
import { signIn } from '@twofold/contract/sessions'
import type { Application } from '../application.ts'
import { call } from '../api.ts'
import { enter, type Person } from '../people.ts'

export type Cast = { admin: Person; person: Person; demo: Application }

/** A screen, or a dialog on one, in one of its states. */
export type Screen = {
  /** Kebab case: names its pictures. */
  name: string
  show: (page: Page, cast: Cast) => Promise<void>
  /** Console errors that belong to it. */
  allowed?: RegExp
  /** Texts that stay as they are in other languages: a name out of a file, or a sentence that is neither drawn nor fetched again. */
  untouched?: readonly string[]
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

export const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

export async function openDemo(page: Page, { demo }: Cast) {
  const { access_token: token = '' } = await call(demo, signIn, { body: { email: 'ann@example.org', password: 'correct-horse-battery' } })
  await enter(page, { app: demo, token })
  await expect(page.locator('.code-digits').first()).toHaveText(/\d{3}/, { timeout: 30_000 })
}

/** The answer that the server gives while its database is away. */
export const unavailable = { status: 503, json: { code: 'server.unavailable', message: 'The database cannot be reached right now.' } }

/** The answer that the server gives when something broke. */
export const failed = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }
