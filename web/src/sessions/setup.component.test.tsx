import { checkSetupLink, setUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { button, expectComplaint, field } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve, serveLater } from '../testing/server.ts'

const token = 'k'.repeat(43)
const installation = { setup_required: true }

test.for([
  ['the whole link', `https://vault.example.org/setup#token=${token}`],
  ['the token alone', ` ${token} `],
])('/ of a fresh installation takes %s that the server printed', async ([, pasted]) => {
  const checks = serve(checkSetupLink, { valid: true, expires_at: null })
  const calls = serve(setUp, refusal('auth.email_taken'))
  await open('/', { installation })
  await expect.element(field('Set-up link')).toHaveFocus()
  await field('Set-up link').fill(pasted ?? '')
  await button('Continue').click()
  await expect.element(button('Create administrator')).toBeVisible()
  await expect.poll(() => checks.at(-1)).toEqual({ body: { token } })
  await expect.element(field('PIN')).not.toBeInTheDocument()
  await field('Name').fill('Ada Example')
  await field('Email').fill('ada@example.org')
  await field('Password').fill('Violet-Harbour-27')
  await field('Confirm password').fill('Violet-Harbour-27')
  await button('Create administrator').click()
  await expect.poll(() => calls.at(-1)?.body.token).toBe(token)
  expect(calls.at(-1)?.body.pin).toBeUndefined()
})

test('a link that has expired says so at its field, and shows no text of the server', async () => {
  serve(checkSetupLink, { valid: false, expires_at: null })
  await open('/', { installation })
  await button('Continue').click()
  await expectComplaint('Set-up link', 'Paste the link that the server printed')
  await field('Set-up link').fill('nonsense')
  await button('Continue').click()
  await expectComplaint('Set-up link', 'This link was used, has expired or is incomplete. Restart the server to get a new one.')
  await expect.element(page.getByRole('button', { name: 'Create an account' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('the page stays the one it was when its link was looked at', async () => {
  const { release } = serveLater(checkSetupLink, { valid: true, expires_at: null })
  await open(`/setup#token=${token}`, { installation })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  const before = await heading.findElement()
  release()
  await expect.element(button('Create administrator')).toBeVisible()
  expect(await heading.findElement()).toBe(before)
})
