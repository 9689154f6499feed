import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

test('a reader who prefers reduced motion sees none: the countdown takes one step a second', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await enter(page, person)
  await expect(page.locator('.code-digits')).toHaveText(/\d{3} \d{3}/)
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .map(({ effect }) => effect instanceof KeyframeEffect && `${effect.target?.className}: ${effect.getKeyframes()[0]?.easing}`),
    )
  await expect.poll(moving).toEqual(['ui-drain: linear'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toEqual(['ui-drain: steps(30)'])
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toEqual(['ui-drain: steps(30)'])
})

test('a screen that is arrived at names the document, and its heading has the focus', async ({ page, person }) => {
  await enter(page, person)
  await expect(page).toHaveTitle('Your codes · Twofold')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveTitle('Profile & Settings · Twofold')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
