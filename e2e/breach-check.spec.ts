import { startSetUpApplication } from './people.ts'
import { expect, test } from './fixtures.ts'
import { startRangeService } from './range-service.ts'
import { field, holdTime, openSignUp } from './sign-in-page.ts'

const breached = 'Violet-Harbour-27'
const breachedOnce = 'Violet-Harbour-28'
const clear = 'Violet-Harbour-29'
const unanswered = 'Violet-Harbour-30'

test('a new password is looked up among data breaches a second after typing stops, by the first five characters of its hash', async ({
  page,
}) => {
  const service = await startRangeService({ [breached]: 3861, [breachedOnce]: 1 }, [unanswered])
  const app = await startSetUpApplication({ HIBP_URL: service.url })
  const password = field(page, 'Password')
  const strength = page.getByText(/^Password strength: /)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/breach-range/')) calls.push(request.url())
  })
  try {
    await openSignUp(page, app)
    await holdTime(page)
    await password.fill('Violet-Harbour-2')
    // The list of common passwords comes when the first one is typed; what comes is drawn as the held clock goes on.
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return strength.textContent()
      })
      .toBe('Password strength: Very Strong')
    await page.clock.runFor(500)
    await password.fill(breached)
    await expect(strength).toHaveText('Password strength: Very Strong')
    await page.clock.runFor(990)
    expect(calls).toEqual([])
    await page.clock.runFor(10)
    await expect(page.getByText('This password was found in 3,861 data breaches')).toBeVisible()
    await expect(strength).toHaveText('Password strength: Fair')
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatch(/\/api\/breach-range\/[0-9A-F]{5}$/)

    await password.fill(breachedOnce)
    await expect(page.getByText(/This password was found/)).toBeHidden()
    await expect(strength).toHaveText('Password strength: Very Strong')
    await page.clock.runFor(1000)
    await expect(page.getByText('This password was found in 1 data breach', { exact: true })).toBeVisible()

    await password.fill(clear)
    await page.clock.runFor(1000)
    await expect(page.getByText('No known data breaches found')).toBeVisible()
    await expect(strength).toHaveText('Password strength: Very Strong')

    await password.fill(unanswered)
    await page.clock.runFor(1000)
    await expect(page.getByText('Data breaches could not be checked right now')).toBeVisible()
    await expect(strength).toHaveText('Password strength: Very Strong')

    // Five characters are too few to ask about, six are enough.
    const before = calls.length
    await password.fill('V-h29')
    await page.clock.runFor(5000)
    expect(calls).toHaveLength(before)
    await password.fill('V-h290')
    await page.clock.runFor(1000)
    await expect.poll(() => calls.length).toBe(before + 1)
  } finally {
    await app.stop()
    service.close()
  }
})
