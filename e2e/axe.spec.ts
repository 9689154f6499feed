import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

const around = (style: string, main: string) =>
  `<!doctype html><html lang="en"><title>Page</title><meta name="viewport" content="width=device-width"><style>${style}</style><main><h1>Page</h1>${main}</main></html>`

test('a page without findings passes, is left as it was, and is looked at when its animations are over', async ({ page }) => {
  const appear = '@keyframes appear { from { opacity: 0 } } p { animation: appear 1.5s }'
  await page.setContent(around(`:root { color-scheme: light dark } ${appear}`, '<button>Save</button><p>Text</p>'))
  const size = page.viewportSize()
  await expectAccessible(page)
  expect(page.viewportSize()).toEqual(size)
})

test('a finding names the rule, the scheme, the width and the element, also when only one scheme or width has it', async ({ page }) => {
  await page.setContent(around('', '<button id="unnamed"></button>'))
  await expect(expectAccessible(page)).rejects.toThrow(/button-name \(light, 320 px\)[^]*at #unnamed/)

  for (const style of [
    '@media (prefers-color-scheme: dark) { p { color: #777; background: #888 } }',
    '@media (max-width: 600px) { p { color: #777; background: #888 } }',
    '@media (min-width: 600px) { p { color: #777; background: #888 } }',
  ]) {
    await page.setContent(around(style, '<p>Text</p>'))
    await expect(expectAccessible(page)).rejects.toThrow('color-contrast')
  }

  // Targets closer together than WCAG 2.2 allows.
  await page.setContent(around('button { width: 12px; height: 12px; padding: 0; border: 0 }', '<button>a</button><button>b</button>'))
  await expect(expectAccessible(page)).rejects.toThrow('target-size')
})
