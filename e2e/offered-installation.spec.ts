import { expect, test } from './fixtures.ts'
import { enter, signUp } from './people.ts'

test('installation is offered only where the browser can, and only after a first copy', async ({ page, app }) => {
  const person = await signUp(app)
  await enter(page, person)
  // The offer is taken by the part of the page that is loaded last.
  await expect(page.locator('.update-notice')).toBeAttached()
  const offerFromBrowser = () =>
    page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => void (document.documentElement.dataset['asked'] = 'yes'),
      })
      window.dispatchEvent(offer)
      return offer.defaultPrevented
    })
  const menu = page.getByRole('button', { name: /Account menu/ })
  const entry = page.getByRole('menuitem', { name: 'Install app' })
  expect(await offerFromBrowser()).toBe(true)
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(entry).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  // The shortcuts come with the part of the page that is loaded last.
  const name = page.getByLabel('Name', { exact: true })
  await expect(async () => {
    await page.keyboard.press('n')
    await expect(name).toBeVisible({ timeout: 1000 })
  }).toPass()
  await name.fill('Code host')
  await page.getByLabel('Secret', { exact: true }).fill('JBSWY3DPEHPK3PXP')
  await page.getByRole('button', { name: 'Add Key' }).click()
  await page.getByRole('button', { name: /\d Copy code for Code host/ }).click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  await menu.click()
  await entry.click()
  expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBe('yes')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(entry).toBeHidden()
})
