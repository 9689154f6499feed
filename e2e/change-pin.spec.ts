import type { Page } from '@playwright/test'
import { verifyPin } from '@twofold/contract/pin'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, type Person } from './people.ts'
import { enrolTotp } from './security-page.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Change PIN' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Change PIN' })

async function open(page: Page, person: Person) {
  await enter(page, person, '/profile?tab=security')
  await expect(form(page)).toBeVisible()
}

const isRight = async ({ app, token }: Person, pin: string) =>
  call(app, verifyPin, { body: { pin } }, { authorization: `Bearer ${token}` }).then(
    () => true,
    () => false,
  )

test('the PIN is changed with the present one; digits only, masked, entered twice', async ({ page, person, guard }) => {
  guard.allow(/status of 422/)
  await open(page, person)
  await submit(page).click()
  for (const label of ['Current PIN', 'New PIN', 'Confirm new PIN'])
    await expect(field(page, label)).toHaveAccessibleDescription('PIN is required')
  await expect(field(page, 'New PIN')).toHaveAttribute('type', 'password')
  await field(page, 'Current PIN').pressSequentially('0x0 0-0')
  await expect(field(page, 'Current PIN')).toHaveValue('0000')
  await field(page, 'New PIN').fill('975')
  await expect(field(page, 'New PIN')).toHaveAccessibleDescription('PIN must be exactly 4 digits')
  await field(page, 'New PIN').fill('9753')
  await field(page, 'Confirm new PIN').fill('9750')
  await expect(field(page, 'Confirm new PIN')).toHaveAccessibleDescription('PINs do not match')
  await field(page, 'Confirm new PIN').fill('9753')
  await submit(page).click()
  await expect(field(page, 'Current PIN')).toHaveAccessibleDescription('This PIN is not right. Tries left: 4.')
  await expect(form(page).getByText('Failed to change PIN')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Current PIN').fill(person.pin)
  await submit(page).click()
  await expect(page.getByText('PIN changed successfully')).toBeVisible()
  await expect(field(page, 'Current PIN')).toHaveValue('')
  expect([await isRight(person, '9753'), await isRight(person, person.pin)]).toEqual([true, false])
})

test('the fifth wrong one locks the PIN here too, and the password with a recovery code sets a new one all the same', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/status of (422|429)/)
  const { recoveryCodes } = await enrolTotp(person)
  for (let time = 0; time < 4; time += 1) await isRight(person, '0000')
  await open(page, person)
  await field(page, 'Current PIN').fill('0000')
  await field(page, 'New PIN').fill('9753')
  await field(page, 'Confirm new PIN').fill('9753')
  await submit(page).click()
  await expect(form(page).getByText('PIN locked. Please try again in 15 minutes.')).toBeVisible()
  await form(page).getByRole('button', { name: 'Forgot PIN?' }).click()
  await field(page, 'Confirm with').selectOption('Recovery code')
  await field(page, 'Current password').fill(person.password)
  await field(page, 'Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase())
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Set PIN' }).click()
  await expect(page.getByText('PIN changed successfully')).toBeVisible()
  expect(await isRight(person, '9753')).toBe(true)
})

test('a PIN that is void says so, and takes the password and a link where there is no second factor', async ({ page, person }) => {
  await page.route('**/api/auth/factors', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), pin_state: 'void' } })
  })
  await open(page, person)
  await expect(form(page).getByText(/this PIN is not good any more/)).toBeVisible()
  await expect(field(page, 'Current password')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Send link' })).toBeVisible()
  await expectAccessible(page)
})

test('without the server the form says that the PIN was not changed', async ({ page, person, guard }) => {
  guard.allow(/ERR_FAILED|net::/)
  await open(page, person)
  await field(page, 'Current PIN').fill(person.pin)
  await field(page, 'New PIN').fill('9753')
  await field(page, 'Confirm new PIN').fill('9753')
  await page.route('**/api/profile/pin', (route) => route.abort())
  await submit(page).click()
  await expect(form(page).getByText('Failed to change PIN')).toBeVisible()
})
