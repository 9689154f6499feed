import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { open } from '../testing/open.tsx'
import { resizeWindow } from '../testing/window.ts'

beforeEach(async () => {
  // How the page would be in Arabic or Hebrew.
  document.documentElement.dir = 'rtl'
  await commands.allowMotion(true)
})
afterEach(async () => {
  document.documentElement.removeAttribute('dir')
  await commands.allowMotion(false)
})

/** Its edges at a time of its animation, in milliseconds. */
function edgesAt(element: Element, time: number) {
  const [animation] = element.getAnimations()
  if (!animation) throw new Error('It is not animated.')
  animation.currentTime = time
  return element.getBoundingClientRect()
}

test('on a page that is right-to-left the sidebar slides in from the right', async () => {
  signInAsAdministrator()
  await resizeWindow(320)
  await open('/admin/notifications')
  const lefts: number[] = []
  const look = ({ animationName, target }: AnimationEvent) => {
    if (animationName === 'ui-slide' && target instanceof Element) lefts.push(edgesAt(target, 0).left)
  }
  document.addEventListener('animationstart', look)
  onTestFinished(() => document.removeEventListener('animationstart', look))
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect.poll(() => lefts).toEqual([320])
})

test('on a page that is right-to-left the thumb of a switch that is on is at its left', async () => {
  await open('/dev/ui')
  const autoRefresh = page.getByRole('switch', { name: 'Auto-refresh' })
  await expect.element(autoRefresh).toBeChecked()
  expect(Number.parseFloat(getComputedStyle(await autoRefresh.findElement(), '::before').translate)).toBeLessThan(0)
})

test('on a page that is right-to-left a bar without a value goes from right to left', async () => {
  await open('/dev/ui')
  const track = page.getByRole('progressbar', { name: 'Opening' })
  await expect.element(track).toBeVisible()
  const bar = (await track.findElement()).firstElementChild
  const [start, end] = [0, 1400].map((time) => bar && edgesAt(bar, time).left)
  expect(end).toBeLessThan(start ?? 0)
})
