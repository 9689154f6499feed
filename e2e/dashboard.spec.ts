import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

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
