import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

test('a one-time link goes on working when another language is chosen on the page that it led to', async ({ page, emptyApp }) => {
  await page.goto(emptyApp.setupLink)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('button', { name: 'Administrator anlegen' })).toBeVisible()
  await expect(page).toHaveURL(`${emptyApp.url}/setup`)
})

test('the language switch changes the page, its dates and what comes from the server at once, and stays after a reload', async ({
  page,
  person,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${person.app.url}/login`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden')
  await expect(page.getByLabel('E-Mail')).toHaveValue(person.email)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await enter(page, person, '/profile')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(main.getByText(/^Angemeldet: /).first()).toBeVisible()
  await expect(main).toContainText(/\d\d\.\d\d\.20\d\d/)

  // Another tab follows, and keeps what somebody is typing there.
  const other = await page.context().newPage()
  await other.goto(`${person.app.url}/groups`)
  await other.getByRole('button', { name: 'Neue Gruppe' }).click()
  await other.getByLabel('Name', { exact: true }).fill('Half a name')

  await page.goto(`${person.app.url}/profile?tab=settings`)
  // Arrow keys choose with every press: the focus stays where it is, and so does what is typed beside it.
  await page.getByLabel('Name', { exact: true }).fill('Half a name')
  await page.getByLabel('Sprache', { exact: true }).focus()
  await page.getByLabel('Sprache', { exact: true }).selectOption({ label: 'English' })
  await expect(page.getByLabel('Language', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a name')
  await expect(other.locator('html')).toHaveAttribute('lang', 'en')
  await expect(other.getByRole('dialog', { name: 'New group' }).getByLabel('Name', { exact: true })).toHaveValue('Half a name')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('en')
  // It belongs to the account: a browser with another language follows.
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto(`${person.app.url}/profile`)
  await expect(main.getByText(/^Signed in with /).first()).toBeVisible()
  await expect(main).toContainText(/\d{1,2}\/\d{1,2}\/20\d\d|[A-Z][a-z]{2} \d{1,2}, 20\d\d/)
})
