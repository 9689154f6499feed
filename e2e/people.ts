import { inDatabase } from './database.ts'
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { CallInput } from '@twofold/contract/endpoint'
import { addKey as addKeyEndpoint } from '@twofold/contract/keys'
import { setUp as setUpEndpoint, type SignedIn, signOut as signOutEndpoint, signUp as signUpEndpoint } from '@twofold/contract/sessions'
import { call } from './api.ts'
import { type Application, type EmptyApplication, startApplication } from './application.ts'

/** Sign-up data. */
export type Account = { name: string; email: string; password: string; pin: string }

/** Somebody with an account, and with a session that a program opened for them. */
export type Person = Account & { app: Application; token: string }

/** Nobody else has this address. */
export function newAccount(name = 'Cleo Example'): Account {
  return { name, email: `${randomUUID()}@example.org`, password: 'Violet-Harbour-27', pin: '2580' }
}

/** Header of a trusted proxy with the client's address. Limits are counted by address, so every test and every call here has its own. */
export const fromNewAddress = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` })

export async function signUp(app: Application, account = newAccount()): Promise<Person> {
  const answer = await call(app, signUpEndpoint, { body: { ...account, password_confirmation: account.password } }, fromNewAddress())
  // Another test may have changed a provider, after which nobody's address counts that was not proven.
  await inDatabase(app, 'update users set address_in_doubt = false where email = $1', [account.email])
  return { ...account, app, token: tokenOf(answer) }
}

/** Makes the first administrator. */
export async function setUp(app: EmptyApplication, account = newAccount('Ada Example')): Promise<Person> {
  // A new installation asks administrators for a second factor, which has tests of its own.
  await inDatabase(app, `insert into installation_settings (name, value, changed_at) values ('second_factor', '"optional"', now())`)
  const token = new URLSearchParams(new URL(app.setupLink).hash.slice(1)).get('token') ?? ''
  const answer = await call(app, setUpEndpoint, { body: { ...account, password_confirmation: account.password, token } })
  return { ...account, app, token: tokenOf(answer) }
}

/** Ends the session behind the person's back. */
export const endSession = ({ app, token }: Person) => call(app, signOutEndpoint, {}, { authorization: `Bearer ${token}` })

/** Answers the id. */
export async function addKey({ app, token }: Person, body: CallInput<typeof addKeyEndpoint>['body']): Promise<string> {
  const { key } = await call(app, addKeyEndpoint, { body }, { authorization: `Bearer ${token}` })
  return key.id
}

/** Opens `path` as `person`, in a page that has shown nothing yet. */
export async function enter(page: Page, { app, token }: Pick<Person, 'app' | 'token'>, path = '/dashboard') {
  await page.goto(`${app.url}/livez`)
  await page.evaluate((token) => localStorage.setItem('auth_token', token), token)
  await page.goto(`${app.url}${path}`)
}

function tokenOf({ access_token }: SignedIn): string {
  if (access_token === undefined) throw new Error('Nobody is signed in: the address has to be verified first.')
  return access_token
}

/** An application with an administrator: until then nobody else gets an account. */
export async function startSetUpApplication(environment: Record<string, string> = {}): Promise<EmptyApplication> {
  const app = await startApplication(environment)
  await setUp(app)
  return app
}
