import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

test('without keys it says so, shows no countdown, and the button opens the dialog', async ({ page, person }) => {
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await expect(page.getByText('Get started by adding your first 2FA key.')).toBeVisible()
  await expect(page.getByText('All codes expire in')).toBeHidden()
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect(page.getByRole('dialog', { name: 'Add 2FA Key' })).toBeVisible()
})

test('with keys the countdown says the seconds that the window of the server has left', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const countdown = page.getByRole('timer').filter({ hasText: 'All codes expire in:' })
  await expect(countdown).toHaveText(/^All codes expire in: \d+ seconds?$/)
  for (let reading = 0; reading < 3; reading += 1) {
    const shown = await countdown.textContent()
    await expect(countdown).not.toHaveText(shown ?? '')
    const [now, seconds] = await countdown.evaluate((element) => [Date.now(), Number(element.textContent?.match(/\d+/)?.[0])] as const)
    expect(Math.abs(seconds - (30 - ((now / 1000) % 30))) % 30).toBeLessThan(1.2)
  }
})

test('a clock that is wrong by minutes shows the same codes, and is told of', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
  await page.clock.install({ time: Date.now() - 100_000 })
  await enter(page, person)
  await expect(page.getByText(/^Your clock is (99|100|101) seconds behind; codes follow the server$/)).toBeVisible()
  const answer = await fetch(`${person.app.url}/api/keys/generate-codes`, { headers: { authorization: `Bearer ${person.token}` } })
  const { codes } = (await answer.json()) as { codes: { code: string; next_code: string }[] }
  const shown = (await page.locator('.code-digits').innerText()).replaceAll(' ', '')
  expect(codes.flatMap(({ code, next_code }) => [code, next_code])).toContain(shown)
})

test('while keys are on their way their outline is shown, and said', async ({ page, person }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/keys', async (route) => {
    await held.promise
    await route.continue()
  })
  await enter(page, person)
  await expect(page.getByRole('status').filter({ hasText: 'Loading keys...' })).toBeVisible()
  await expect(page.locator('.key-card .ui-skeleton').first()).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await expect(page.locator('.ui-skeleton')).toHaveCount(0)
})

test('keys that cannot be loaded are said to be so, and Retry loads them', async ({ page, person, guard }) => {
  guard.allow(/status of 500/)
  await addKey(person, { name: 'Code host' })
  await page.route('**/api/keys', (route) =>
    route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong on our side. Please try again.' } }),
  )
  await enter(page, person)
  const failure = page.getByRole('alert').filter({ hasText: 'Your keys could not be loaded' })
  await expect(failure).toContainText('Something went wrong on our side. Please try again.')
  await page.unroute('**/api/keys')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article', { name: 'Code host' })).toBeVisible()
  await expect(failure).toBeHidden()
})

test('a message hides after four seconds, a copied code after two, and its button hides it at once', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const code = page.locator('button.code')
  await expect(code).toContainText(/\d{3} \d{3}/)
  await page.getByRole('button', { name: 'Delete Code host' }).focus()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)

  await code.focus()
  await page.keyboard.press('Enter')
  const copied = page.getByText('Code host code copied to clipboard!')
  await expect(copied).toBeVisible()
  await page.clock.runFor(1900)
  await expect(copied).toBeVisible()
  await page.clock.runFor(100)
  await expect(copied).toBeHidden()

  await page.keyboard.press('Enter')
  await expect(copied).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
  await expect(copied).toBeHidden()
  await page.clock.resume()

  await page.getByRole('button', { name: 'Add 2FA Key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await dialog.getByLabel('Name', { exact: true }).fill('Mail')
  await dialog.getByLabel('Secret', { exact: true }).fill('GEZDGNBVGY3TQOJQ')
  await page.clock.pauseAt(Date.now() + 120_000)
  await page.keyboard.press('Enter')
  const added = page.getByText('2FA key added successfully!')
  await expect(added).toBeVisible()
  await page.clock.runFor(3900)
  await expect(added).toBeVisible()
  await page.clock.runFor(100)
  await expect(added).toBeHidden()
})
