import { expect, type Locator } from '@playwright/test'

/** Once around the largest dialog, for what cannot be reached the first time because it waits for something. */
const farthest = 80

/** Goes to `target` by keyboard, as somebody without a mouse would: by arrows within a menu, else by Tab. The focus must be seen there. */
async function reach(target: Locator) {
  await expect(target).toBeVisible()
  const inMenu = (await target.getAttribute('role')) === 'menuitem'
  for (let step = 0; step < farthest; step += 1) {
    // Both at once: between two questions a dialog may take the focus.
    const focus = await target.evaluate((element) => element === document.activeElement && { isSeen: element.matches(':focus-visible') })
    if (focus) return expect(focus).toEqual({ isSeen: true })
    await target.page().keyboard.press(inMenu ? 'ArrowDown' : 'Tab')
  }
  throw new Error(`The focus does not get to ${target.toString()} within ${farthest} steps.`)
}

/**
 * Presses Escape in `layer`, a dialog or a menu. It hears the key once it has the focus, which follows a moment after it can be seen, and what it
 * shows while it loads is about to be replaced.
 */
export async function pressEscape(layer: Locator) {
  const isListening = () =>
    layer.evaluate((element) => element.contains(document.activeElement) && element.querySelector('.ui-loading') === null)
  await expect.poll(isListening).toBe(true)
  await layer.page().keyboard.press('Escape')
}

export async function press(target: Locator) {
  await reach(target)
  await target.page().keyboard.press('Enter')
}

export async function typeInto(field: Locator, text: string) {
  await reach(field)
  await field.page().keyboard.type(text)
}
