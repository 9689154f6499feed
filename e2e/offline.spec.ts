import { controlled } from './deployed.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, signUp } from './people.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ guard }) => guard.allow(/net::ERR_|An unknown error occurred when fetching the script/))
test.afterEach(({ deployed: { proxy } }) => proxy.comeBack())

test('without the network a dashboard says so and keeps its codes, opened again it says that they need the server, and it recovers', async ({
  page,
  context,
  deployed: { app, proxy },
}) => {
  const person = await signUp(app)
  await addKey(person, { name: 'Code host', secret: 'JBSWY3DPEHPK3PXP' })
  await enter(page, person)
  await controlled(page)
  const codes = page.locator('.code-digits')
  await expect(codes).toHaveText(/\d{3} \d{3}/)

  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(codes).toHaveText(/\d{3} \d{3}/)
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/keys/generate-codes') && answer.ok())
  await context.setOffline(false)
  await asked
  await expect(page.getByText('You are offline')).toBeHidden()

  proxy.goAway()
  await context.setOffline(true)
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Codes will return when you’re back online.')).toBeVisible()
  proxy.comeBack()
  await context.setOffline(false)
  await expect(codes).toHaveText(/\d{3} \d{3}/)
  await expect(page.getByText('You are offline')).toBeHidden()
})

test('a server that is away is no lost network: the page says so and comes back by itself', async ({ page, deployed: { app, proxy } }) => {
  const person = await signUp(app)
  await enter(page, person)
  await controlled(page)
  proxy.goAway()
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'The vault cannot be reached' })).toBeVisible()
  proxy.comeBack()
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
})

test('with the browser’s storage full, what another language needs is loaded all the same', async ({
  page,
  context,
  deployed: { app },
}) => {
  await page.goto(`${app.url}/login`)
  await controlled(page)
  await context.serviceWorkers()[0]?.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  })
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  const texts = page.waitForResponse(/\/assets\/translate-/, { timeout: 15_000 })
  await page.reload()
  expect((await texts).ok()).toBe(true)
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
})
