import { beginTotp, getFactors } from '@twofold/contract/factors'
import { verifyPin } from '@twofold/contract/pin'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { button } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'

const question = page.getByRole('dialog', { name: 'Enter your PIN' })
const pin = question.getByLabelText('PIN', { exact: true })

beforeEach(() => {
  signInWithProfile()
  serve(beginTotp, refusal('pin.required'))
})

async function setUp() {
  await open('/profile?tab=security')
  await button('Set up authenticator app').click()
}

test('who closes the question is not told of a failure, and is asked again the next time', async () => {
  await setUp()
  await expect.element(pin).toHaveFocus()
  await pressEscape()
  await expect.element(pin).not.toBeInTheDocument()
  await expect.element(button('Set up authenticator app')).toHaveFocus()
  const alerts = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  expect(alerts.elements().map(({ textContent }) => textContent)).toEqual([''])
  await button('Set up authenticator app').click()
  await expect.element(pin).toHaveFocus()
})

test('the fifth wrong PIN locks it, and the dialog says for how long', async () => {
  const tried = serve(verifyPin, () => {
    serve(getFactors, { has_pin: true, pin_state: 'locked', pin_retry_after: 15 * 60, has_password: true })
    return refusal('pin.locked', { minutes: 15 })
  })
  await setUp()
  await pin.fill('0000')
  await userEvent.keyboard('{Enter}')
  await expect.element(question.getByText('PIN locked. Please try again in 15 minutes.')).toBeVisible()
  await expect.element(pin).not.toBeInTheDocument()
  expect(tried.map(({ body }) => body.pin)).toEqual(['0000'])
  await expectAccessible()
})

test('an account without a PIN, or whose PIN is void, sets one on the way', async () => {
  serve(getFactors, { has_pin: false, pin_state: 'none', has_password: true })
  await setUp()
  const form = page.getByRole('dialog', { name: 'Set a new PIN' })
  await expect.element(form.getByText('You have no PIN yet. Set one first.')).toBeVisible()
  await expect.element(form.getByLabelText('Current password', { exact: true })).toBeVisible()
  await expectAccessible()
  await form.getByRole('button', { name: 'Set PIN' }).click()
  await expect.element(form.getByLabelText('Current password', { exact: true })).toHaveAccessibleDescription('Current password is required')
  await expect.element(form.getByLabelText('New PIN', { exact: true })).toHaveAccessibleDescription('PIN is required')
})
