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
