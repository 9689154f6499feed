import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

const around = (style: string, main: string) =>
  `<!doctype html><html lang="en"><title>Page</title><meta name="viewport" content="width=device-width"><style>${style}</style><main><h1>Page</h1>${main}</main></html>`

test('a page without findings passes, and is left as it was', async ({ page }) => {
  await page.setContent(around(':root { color-scheme: light dark }', '<button>Save</button>'))
  const size = page.viewportSize()
  await expectAccessible(page)
  expect(page.viewportSize()).toEqual(size)
})

test('a finding names the rule, the scheme, the width and the element', async ({ page }) => {
  await page.setContent(around('', '<button id="unnamed"></button>'))
  await expect(expectAccessible(page)).rejects.toThrow(/button-name \(light, 320 px\)[^]*at #unnamed/)
})

test('weak contrast is found when it is dark only, narrow only or wide only', async ({ page }) => {
  for (const style of [
    '@media (prefers-color-scheme: dark) { p { color: #777; background: #888 } }',
    '@media (max-width: 600px) { p { color: #777; background: #888 } }',
    '@media (min-width: 600px) { p { color: #777; background: #888 } }',
  ]) {
    await page.setContent(around(style, '<p>Text</p>'))
    await expect(expectAccessible(page)).rejects.toThrow('color-contrast')
  }
})

test('targets closer together than WCAG 2.2 allows are found', async ({ page }) => {
  await page.setContent(around('button { width: 12px; height: 12px; padding: 0; border: 0 }', '<button>a</button><button>b</button>'))
  await expect(expectAccessible(page)).rejects.toThrow('target-size')
})

test('an animation is awaited, so that no half-faded text is judged', async ({ page }) => {
  await page.setContent(around('@keyframes appear { from { opacity: 0 } } p { animation: appear 1.5s }', '<p>Text</p>'))
  await expectAccessible(page)
})
