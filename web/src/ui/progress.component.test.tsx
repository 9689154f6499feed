import { expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { open } from '../testing/open.tsx'

/** The browser's value of a system color. */
function systemColor(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.forcedColorAdjust = 'none'
  probe.style.backgroundColor = name
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

test('every progress bar still shows how far it is with forced colors', async () => {
  await commands.forceColors(true)
  onTestFinished(() => commands.forceColors(false))
  await open('/dev/ui')
  const bars = page.getByRole('progressbar')
  await expect.element(bars.first()).toBeVisible()
  const fills = bars.elements().map((bar) => bar.firstElementChild)
  expect(fills.length).toBeGreaterThan(3)
  for (const fill of fills) expect(fill && getComputedStyle(fill).backgroundColor).toBe(systemColor('Highlight'))
  for (const bar of bars.elements()) expect(getComputedStyle(bar).borderColor).toBe(systemColor('CanvasText'))
})
