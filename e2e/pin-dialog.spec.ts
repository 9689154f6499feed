import { verifyPin } from '@twofold/contract/pin'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import type { Person } from './people.ts'
import { dialog, enrolTotp, openSecurity } from './security-page.ts'

/** As somebody would who guesses, by the API. */
async function guess({ app, token }: Person, times: number) {
  for (let time = 0; time < times; time += 1)
    await call(app, verifyPin, { body: { pin: '0000' } }, { authorization: `Bearer ${token}` }).catch(() => undefined)
}

test('a locked PIN can be replaced with the password and a recovery code, which is used up', async ({ page, person, guard }) => {
  guard.allow(/status of (403|422|429)/)
  const { recoveryCodes } = await enrolTotp(person)
  await guess(person, 5)
  await openSecurity(page, person)
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await dialog(page, 'Enter your PIN').getByRole('button', { name: 'Forgot PIN?' }).click()
  const form = dialog(page, 'Set a new PIN')
  await form.getByLabel('Confirm with').selectOption('Recovery code')
  await form.getByLabel('Current password', { exact: true }).fill(person.password)
  await form.getByLabel('Recovery code', { exact: true }).fill('AAAA-BBBB')
  await form.getByLabel('New PIN', { exact: true }).fill('9753')
  await form.getByLabel('Confirm new PIN').fill('9753')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Recovery code', { exact: true })).toHaveAccessibleDescription(
    'This recovery code is wrong, or was used already.',
  )
  await form.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('PIN changed successfully')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
})
