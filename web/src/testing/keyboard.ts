import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** Once around the largest dialog, for what cannot be reached the first time because it waits for something. */
const farthest = 80

/** Goes to `target` by Tab, as somebody without a mouse would. The focus must be seen there. */
export async function reach(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let step = 0; step < farthest; step += 1) {
    if (hasFocus(await target.findElement())) {
      expect((await target.findElement()).matches(':focus-visible')).toBe(true)
      return
    }
    await userEvent.keyboard('{Tab}')
  }
  throw new Error(`The focus does not get to ${target.selector} within ${farthest} steps.`)
}

/** Puts the focus on `target`, once it is there: what a request brings is drawn some time after its dialog. */
export async function focus(target: Locator): Promise<void> {
  ;(await target.findElement()).focus()
}

/** Also within a shadow root. */
const hasFocus = (element: Element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element

/** Those that take the focus. A list of suggestions leaves it in its field. */
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Presses Escape in the layer on top. A dialog hears it once it has the focus, which follows a moment after it can be seen; while it loads,
 * another one may be about to take its place, and in between nobody hears it.
 */
export async function pressEscape(): Promise<void> {
  await expect.poll(() => isListening(topLayer())).toBe(true)
  await userEvent.keyboard('{Escape}')
}

/** Closes a dialog whose act is not answered yet. */
export async function closeWithoutWaiting(): Promise<void> {
  await pressEscape()
  await page.getByRole('alertdialog', { name: 'Close without waiting?' }).getByRole('button', { name: 'Close' }).click()
}

const isListening = (layer: Element | undefined) =>
  layer === undefined || (layer.contains(document.activeElement) && layer.querySelector('.ui-loading') === null)

const topLayer = () => [...document.querySelectorAll(layers)].findLast((layer) => layer.checkVisibility())
