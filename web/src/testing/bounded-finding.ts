import { type Locator, page } from 'vitest/browser'

/** Milliseconds, as for `expect.element`. */
const timeout = 60_000

/** Of Vitest alone `findElement` waits until the test is over, whose failure does not say what was looked for. */
export function boundFinding(): void {
  const locators = findOwner(page.getByText(''), 'findElement')
  const find = locators.findElement
  locators.findElement = function (this: Locator, options) {
    return find.call(this, { timeout, ...options })
  }
}

function findOwner(of: Locator, method: keyof Locator): Locator {
  return Object.hasOwn(of, method) ? of : findOwner(Object.getPrototypeOf(of) as Locator, method)
}
