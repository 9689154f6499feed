import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixtures.ts'
import { openDemo } from './screens/screen.ts'

/*
 * Takes the pictures that stores and browsers show before the application is installed, from the running demo, into web/public/screenshots:
 * `npm run manifest-pictures -w e2e`. They are committed; run it again when the screens have changed.
 */
test.skip(process.env['MANIFEST_PICTURES'] === undefined, 'they are taken when somebody asks for them')

const folder = fileURLToPath(new URL('../web/public/screenshots/', import.meta.url))

for (const language of ['en', 'de'])
  test(`pictures for the manifest: ${language}`, async ({ page, admin, person, demo }) => {
    await mkdir(folder, { recursive: true })
    const take = (name: string) => page.screenshot({ path: `${folder}${name}-${language}.png`, caret: 'hide' })
    await openDemo(page, { admin, person, demo })
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${demo.url}/dashboard`)
    await expect(page.locator('.code-digits').first()).toHaveText(/\d{3}/)
    await take('codes')
    await page.setViewportSize({ width: 720, height: 1280 })
    await take('codes-narrow')
    await page.goto(`${demo.url}/dashboard#add`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await take('adding-narrow')
  })
