import { approveRequest } from '@twofold/contract/admin/requests'
import { beginTotp, getFactors } from '@twofold/contract/factors'
import { verifyPin } from '@twofold/contract/pin'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { button } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { requestAddress, serveRequest } from '../testing/request.ts'
import { refusal, serve, serveLater } from '../testing/server.ts'
import { resizeWindow } from '../testing/window.ts'

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

test('a person who closes the question sees no failure, and is asked again the next time', async () => {
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

test('Escape closes the question without another one, also with a PIN that was typed', async () => {
  await setUp()
  await pin.fill('246')
  await pressEscape()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('a person need not wait for a server that does not answer: the question closes while the PIN is checked', async () => {
  const answer = serveLater(verifyPin, {})
  await setUp()
  await pin.fill('2468')
  await userEvent.keyboard('{Enter}')
  await expect.element(question.getByRole('button', { name: 'Checking...' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  answer.release()
  await button('Set up authenticator app').click()
  await expect.element(pin).toHaveFocus()
})

test('above the keyboard of a phone that lies on its side the field can be seen whole', async () => {
  await resizeWindow(740)
  await setUp()
  await expect.element(pin).toHaveFocus()
  const field = await pin.findElement()
  // React Aria writes here how much of the window the keyboard leaves.
  field.closest<HTMLElement>('.ui-scrim')?.style.setProperty('--visual-viewport-height', '200px')
  field.scrollIntoView({ block: 'nearest' })
  const { left, top, bottom } = field.getBoundingClientRect()
  for (const y of [top + 2, bottom - 2]) expect(document.elementFromPoint(left + 20, y)).toBe(field)
})

test('the question says what the PIN is needed for', async () => {
  await setUp()
  await expect.element(question.getByText('Needed to change how you sign in. Stays unlocked for 5 minutes.')).toBeVisible()
  await pressEscape()
  signInAsAdministrator()
  serveRequest()
  serve(approveRequest, refusal('pin.required'))
  await open(requestAddress)
  await button('Approve').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(question.getByText('Needed to approve the request. Stays unlocked for 5 minutes.')).toBeVisible()
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
  await form.getByLabelText('Current password', { exact: true }).fill('correct-horse')
  await form.getByLabelText('New PIN', { exact: true }).fill('2580')
  await pressEscape()
  await expect.element(form).not.toBeInTheDocument()
})

test('the question takes digits only, says what is missing or wrong, and goes on by itself with the right PIN', async () => {
  let isOpen = false
  serve(beginTotp, () =>
    isOpen ? { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ' } : refusal('pin.required'),
  )
  serve(verifyPin, ({ body }) => {
    if (body.pin !== '2580') return refusal('request.invalid', {}, { errors: { pin: ['This PIN is wrong. Attempts left: 4.'] } })
    isOpen = true
    return { valid_until: new Date().toISOString() }
  })
  await setUp()
  await expect.element(pin).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(pin).toHaveAccessibleDescription('PIN is required')
  await navigator.clipboard.writeText(' 99-99 ')
  await userEvent.keyboard('{Control>}v{/Control}')
  await expect.element(pin).toHaveValue('9999')
  await userEvent.keyboard('{Enter}')
  await expect.element(pin).toHaveAccessibleDescription('This PIN is wrong. Attempts left: 4.')
  await expect.element(pin).toHaveFocus()
  await expect.element(pin).toHaveValue('')
  await userEvent.keyboard('2580{Enter}')
  const enrol = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect.element(enrol).toBeVisible()
  await pressEscape()
  await button('Discard changes').click()
  await expect.element(enrol).not.toBeInTheDocument()
  // As long as the server remembers the PIN nobody asks for it.
  await button('Set up authenticator app').click()
  await expect.element(enrol).toBeVisible()
})
