import { expect, test } from './fixtures.ts'
import { openProfile } from './profile-page.ts'
import { button, field } from './sign-in-page.ts'

test('changes in the profile apply at once and stay: which e-mails come, name, and address where no e-mail can be sent', async ({
  page,
  person,
}) => {
  await openProfile(page, person, 'settings')
  const wanted = page.getByRole('switch', { name: 'Key shared with you' })
  const digest = page.getByRole('switch', { name: 'Weekly digest' })
  await expect(wanted).toBeChecked()
  await expect(digest).not.toBeChecked()
  await wanted.click()
  await digest.click()
  await expect(page.getByText('Notification settings saved.')).toBeVisible()

  await expect(field(page, 'Name')).toHaveValue(person.name)
  await expect(field(page, 'Email')).toHaveValue(person.email)
  const next = `new-${person.email}`
  await field(page, 'Name').fill('Zoë Renamed')
  await field(page, 'Email').fill(next)
  await field(page, 'Current password').fill(person.password)
  await button(page, 'Update Profile').click()
  await expect(page.getByText('Profile updated.')).toBeVisible()
  await expect(field(page, 'Current password')).toBeHidden()
  const menu = page.getByRole('button', { name: 'Account menu: Zoë Renamed' })
  await menu.click()
  await expect(page.getByText(next)).toBeVisible()

  await page.reload()
  await expect(field(page, 'Name')).toHaveValue('Zoë Renamed')
  await expect(field(page, 'Email')).toHaveValue(next)
  await expect(wanted).not.toBeChecked()
  await expect(digest).toBeChecked()
})
