import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/open.tsx'

test('a tooltip says the present text of its button, and goes when that has nothing left to say', async () => {
  await open('/dev/ui')
  const button = page.getByRole('button', { name: 'Disabled', exact: true }).first()
  const bubbles = () => [...document.querySelectorAll('.ui-tooltip')].map(({ textContent }) => textContent)
  await button.hover()
  await expect.poll(bubbles).toEqual(['Enter a name first.'])
  const element = await button.findElement()
  element.setAttribute('data-tooltip', 'Something else')
  await expect.poll(bubbles).toEqual(['Something else'])
  element.removeAttribute('data-tooltip')
  await expect.poll(bubbles).toEqual([])
})
