import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

test('another language changes the page, its dates and numbers and its direction of reading at once, and stays after a reload', async ({
  page,
  person,
}) => {
  await page.goto(`${person.app.url}/login`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await enter(page, person, '/profile?tab=security')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  // The list of what happened comes from the server, by codes.
  await page.goto(`${person.app.url}/profile`)
  await expect(page.getByText('Konto angelegt').first()).toBeVisible()
  await page.goto(`${person.app.url}/profile?tab=settings`)
  await page.getByLabel('Sprache').selectOption({ label: 'English' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('en')
})
