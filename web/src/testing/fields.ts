import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The complaint beneath a field, as a screen reader gets it: in the field's description, with which the help goes away. */
export const expectComplaint = (label: string, text: string) => expect.element(field(label)).toHaveAccessibleDescription(text)

/** As somebody does who goes on to another field. */
export async function leave(locator: Locator): Promise<void> {
  await locator.click()
  ;((await locator.findElement()) as HTMLElement).blur()
}

/** As `toHaveFocus`, for a code editor: it lives in a shadow root. */
export const expectEditorFocused = (editor: Locator) =>
  expect
    .poll(() => {
      const root = editor.query()?.getRootNode()
      return root instanceof ShadowRoot && root.activeElement === editor.query() && document.activeElement === root.host
    })
    .toBe(true)

/** Whether the middle of it is in the window, and nothing that sticks there lies over it. */
export function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  // Only its own root sees into it where it is in a shadow tree.
  const root = element.getRootNode() as Document | ShadowRoot
  const seen = root.elementFromPoint(left + width / 2, top + height / 2)
  return seen !== null && (element.contains(seen) || seen.contains(element))
}

/** Presses a key in it, such as `{Enter}`. */
export async function pressIn(locator: Locator, key: string): Promise<void> {
  await expect.element(locator).toBeVisible()
  ;((await locator.findElement()) as HTMLElement).focus()
  await expect.element(locator).toHaveFocus()
  await userEvent.keyboard(key)
}

/** Opens the menu of a key's card and takes an entry. */
export async function chooseInMenu(key: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${key}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** The same of a row of the back office. */
export async function chooseAction(row: string, entry: string): Promise<void> {
  await button(`Actions for ${row}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Those of `locator` as they read, in their order. */
export const textsOf = (locator: Locator) => locator.elements().map((element) => element.textContent)
