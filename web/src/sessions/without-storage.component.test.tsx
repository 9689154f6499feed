import { signIn } from '@twofold/contract/sessions'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { browserStorage } from '../lib/browser-storage.ts'
import { button, field } from '../testing/fields.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

async function fillSignIn(email: string) {
  await open('/login')
  await field('Email').fill(email)
  await field('Password').fill('Violet-Harbour-27')
  await button('Sign in').click()
}

test('a browser that stores nothing signs in until the page is closed', async () => {
  const { email } = signInWithKeys()
  localStorage.clear()
  serve(signIn, { access_token: 'a-token', email_verification_required: false, redirect_to: '/dashboard' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => browserStorage.removeItem('auth_token'))
  await fillSignIn(email)
  await expectAddress('/dashboard')
})

test('a browser that blocks cookies is named as the cause', async () => {
  serve(signIn, refusal('request.xsrf'))
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0'
  await fillSignIn('cleo@example.org')
  await expect.element(page.getByRole('alert').getByText('Your browser blocks cookies here.')).toBeVisible()
})
