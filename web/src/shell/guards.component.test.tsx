import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { CallAnswer } from '@twofold/contract/endpoint'
import { generateCodes } from '@twofold/contract/codes'
import { listGroups } from '@twofold/contract/sharing/memberships'
import { deleteKey, previewKeyDeletion } from '@twofold/contract/keys'
import { checkLink } from '@twofold/contract/links'
import { getCurrentUser, signIn as signInCall, signOut } from '@twofold/contract/sessions'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readAuthToken } from '../lib/auth-token.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { holdTimeEarly, passTime } from '../testing/clock.ts'
import type { Said } from '../testing/example.ts'
import { button, field } from '../testing/fields.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { allowProblem } from '../testing/problems.ts'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve, serveLater } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'
import { requireAdmin } from './guards.ts'

/** At the address, and its screen is there. */
async function expectScreen(path: string, heading: string) {
  await expectAddress(path)
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

function signInAsAdmin() {
  signInWithProfile()
  return signInAsAdministrator()
}

const [signInScreen, codesScreen, profileScreen, adminScreen] = ['Sign in', 'Your codes', 'Profile & Settings', 'Dashboard Overview']

describe('a visitor', () => {
  test.for([
    ['/', '/login', signInScreen],
    ['/dashboard', '/login', signInScreen],
    ['/profile', '/login', signInScreen],
    ['/admin', '/login', signInScreen],
    ['/admin/dashboard', '/login', signInScreen],
    ['/login', '/login', signInScreen],
    ['/login2', '/login2', signInScreen],
    ['/setup', '/setup', 'This link is incomplete'],
    ['/second-step', '/login', signInScreen],
    ['/new-password', '/login', signInScreen],
    ['/verify-email', '/verify-email', 'This link is incomplete'],
    ['/reset-password', '/reset-password', 'This link is incomplete'],
    ['/new-pin', '/new-pin', 'This link is incomplete'],
    ['/stop', '/stop', 'This link is incomplete'],
    ['/account-closed', '/login', signInScreen],
    ['/invite', '/invite', 'This link is incomplete'],
    ['/nowhere', '/nowhere', 'Page not found'],
  ] as const)('at %s gets %s', async ([path, end, heading]) => {
    // A page remembers the token of a link, and here all tests share one.
    serve(checkLink, { state: 'wrong' })
    await open(path)
    await expectScreen(end, heading)
    // There was no session that could be over.
    expect(page.getByText('You were signed out').elements()).toEqual([])
  })
})

test('as long as there is no administrator, / and the sign-in screen lead to the set-up page, which names no link', async () => {
  for (const path of ['/', '/login']) {
    await open(path, { installation: { setup_required: true } })
    await expectScreen('/setup', 'Set up Twofold')
    await expect.element(page.getByText('This installation has no administrator yet.')).toBeVisible()
    await expect.element(page.getByText('Nobody else can create an account until then.')).toBeVisible()
    expect(page.getByRole('link').filter({ hasText: '#token' }).elements()).toEqual([])
  }
})

describe('a user', () => {
  test.for([
    ['/', '/dashboard', codesScreen],
    ['/dashboard', '/dashboard', codesScreen],
    ['/profile', '/profile', profileScreen],
    ['/admin', '/dashboard', codesScreen],
    ['/admin/dashboard', '/dashboard', codesScreen],
    ['/login', '/dashboard', codesScreen],
    ['/login2', '/dashboard', codesScreen],
    ['/second-step', '/dashboard', codesScreen],
    ['/new-password', '/dashboard', codesScreen],
    ['/second-factor', '/dashboard', codesScreen],
    ['/account-closed', '/dashboard', codesScreen],
    ['/nowhere', '/nowhere', 'Page not found'],
  ] as const)('at %s gets %s', async ([path, end, heading]) => {
    signInWithProfile()
    await open(path)
    await expectScreen(end, heading)
  })
})

describe('an administrator', () => {
  test.for([
    ['/', '/dashboard', codesScreen],
    ['/profile', '/profile', profileScreen],
    ['/admin', '/admin/dashboard', adminScreen],
    ['/admin/dashboard', '/admin/dashboard', adminScreen],
    ['/login', '/admin/dashboard', adminScreen],
    ['/login2', '/admin/dashboard', adminScreen],
  ] as const)('at %s gets %s', async ([path, end, heading]) => {
    signInAsAdmin()
    await open(path)
    await expectScreen(end, heading)
  })
})

describe.for(['/dashboard', '/profile', '/admin/dashboard'])('at %s', (path) => {
  test('a user who cannot be looked up has to sign in again', async () => {
    signInAsAdmin()
    serve(getCurrentUser, refusal('server.failed'))
    await open(path)
    await expectScreen('/login', signInScreen)
    expect(readAuthToken()).toBeNull()
  })

  test('the page of a captive portal in place of an answer signs nobody out', async () => {
    allowProblem(/ApiError: The server gave an answer that cannot be read/)
    signInAsAdmin()
    const token = readAuthToken()
    const portal = () => new Response('<!doctype html><title>Welcome to our network</title>', { headers: { 'content-type': 'text/html' } })
    serve(getCurrentUser, portal)
    await open(path)
    await expect.element(page.getByText('The server gave an answer that cannot be read. Please try again.')).toBeVisible()
    expect(readAuthToken()).toBe(token)
  })

  test('too many calls sign nobody out', async () => {
    allowProblem(/ApiError: Too many attempts/)
    const user = signInAsAdmin()
    const token = readAuthToken()
    serve(getCurrentUser, refusal('rate.limited', { seconds: 12 }, { headers: { 'retry-after': '12' } }))
    await open(path)
    await expect.element(page.getByText(/Too many attempts/)).toBeVisible()
    expect(readAuthToken()).toBe(token)
    serve(getCurrentUser, user)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
    await expectAddress(path)
  })

  test('an outage signs nobody out', async () => {
    // React writes every error that a screen shows instead of itself.
    allowProblem(/ApiError: The database cannot be reached/)
    const user = signInAsAdmin()
    const token = readAuthToken()
    serve(getCurrentUser, refusal('server.unavailable'))
    await open(path)
    await expect.element(page.getByRole('heading', { name: 'The vault cannot be reached' })).toBeVisible()
    expect(readAuthToken()).toBe(token)
    serve(getCurrentUser, user)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
    await expectAddress(path)
  })
})

async function fillSignIn(answer: Said<CallAnswer<typeof signInCall>> = {}) {
  serve(signInCall, { access_token: 'a-token', redirect_to: '/dashboard', ...answer })
  await field('Email').fill('cleo@example.org')
  await field('Password').fill('Violet-Harbour-27')
  await button('Sign in').click()
}

test('a 401 in the middle of work leads to the sign-in screen, and leaves nothing to see', async () => {
  signInWithKeys([{ name: 'Code host' }])
  serve(previewKeyDeletion, {})
  serve(deleteKey, refusal('auth.unauthenticated'))
  await open('/dashboard')
  await button('Delete Code host').click()
  await button('Delete Key').click()
  await expectScreen('/login', signInScreen)
  expect(readAuthToken()).toBeNull()
  await expect.element(page.getByText('Code host')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('a 401 to what the page asks for by itself leads to the sign-in screen, and the next sign-in back', async () => {
  holdTimeEarly()
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toMatchTextContent('123 456')
  serve(generateCodes, refusal('auth.unauthenticated'))
  // The codes of each window are fetched somewhere in the middle of it.
  await passTime(61_000)
  await expectScreen('/login', signInScreen)
  expect(readAuthToken()).toBeNull()
  signInWithKeys([{ name: 'Code host' }])
  localStorage.clear()
  await fillSignIn()
  await expectScreen('/dashboard', codesScreen)
})

test('nobody is signed out because a screen went away that asked who they are as well', async () => {
  const user = signInAsAdmin()
  const token = readAuthToken()
  const known = serveLater(getCurrentUser, user)
  const client = new QueryClient()
  const entry = requireAdmin(client)
  new QueryObserver(client, currentUserQuery).subscribe(() => {})()
  known.release()
  await expect(entry).resolves.toBeUndefined()
  expect(readAuthToken()).toBe(token)
})

test('while it is not known who signed in, a screen of the vault has its outline, and a gate has none', async () => {
  const outline = page.getByRole('banner')
  for (const [lacks, path, heading] of [
    [{ password_change_required: true }, '/new-password', 'Choose a password of your own'],
    [{}, '/admin/dashboard', adminScreen],
  ] as const) {
    const user = signInAsAdmin()
    localStorage.clear()
    await open('/login')
    const known = serveLater(getCurrentUser, { ...user, ...lacks })
    await fillSignIn({ redirect_to: '/admin/dashboard', ...lacks })
    await expectAddress(path)
    await expect.element(page.getByRole('heading', { name: signInScreen })).not.toBeInTheDocument()
    expect(outline.elements()).toHaveLength(path === '/new-password' ? 0 : 1)
    known.release()
    await expectScreen(path, heading)
  }
})

test('the sign-in leads to the place that was remembered, but to none outside of the vault', async () => {
  signInWithProfile()
  serve(listGroups, {})
  serve(signOut, { message: '' })
  await open('/dashboard')
  for (const [path, end, heading] of [
    ['//evil.example/groups', '/dashboard', codesScreen],
    ['/nowhere', '/dashboard', codesScreen],
    ['/reset-password#token=x', '/dashboard', codesScreen],
    ['/groups', '/groups', 'Groups'],
  ] as const) {
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expectScreen('/login', signInScreen)
    sessionStorage.setItem('return_to', JSON.stringify({ path }))
    await fillSignIn()
    await expectScreen(end, heading)
  }
})
