import type { Page, Route } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openDemo } from './screens/screen.ts'
import { capture } from './screenshots.ts'
import { everyVariant, forEachVariant } from './variants.ts'

/** 'de', 'pseudo' (every letter of a translated text has an accent) or 'rtl' (English from right to left). Without it nothing here is walked. */
const language = process.env['WALK_LANGUAGE']
test.skip(language === undefined, 'WALK_LANGUAGE chooses what is walked')

const addresses = {
  signed_out: ['/login'],
  signed_in: [
    '/dashboard',
    '/profile',
    '/profile?tab=security',
    '/profile?tab=settings',
    '/groups',
    '/admin/dashboard',
    '/admin/users',
    '/admin/system',
    '/admin/settings',
    '/admin/backups',
    '/admin/audit',
    '/admin/email',
    '/admin/email/logs',
    '/admin/email/templates',
    '/admin/email/providers',
    '/admin/email/settings',
  ],
}

test('screens outside the vault', async ({ page, demo }) => {
  await choose(page)
  for (const address of addresses.signed_out) await look(page, demo.url, address)
})

test('screens of the vault and of the back office', async ({ page, admin, person, demo }) => {
  test.setTimeout(600_000)
  await openDemo(page, { admin, person, demo })
  await choose(page)
  for (const address of addresses.signed_in) await look(page, demo.url, address)
})

async function choose(page: Page) {
  await page.addInitScript((chosen) => {
    if (chosen !== 'rtl') localStorage.setItem('language', 'de')
  }, language)
  if (language === 'pseudo') await page.route(/\/assets\/messages-[^/]+\.js$/, accent)
}

async function look(page: Page, origin: string, address: string) {
  await page.goto(origin + address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'rtl' ? 'en' : 'de')
  await expect(page.locator('.ui-skeleton')).toHaveCount(0)
  if (language === 'rtl') await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const found: string[] = []
  const widths = everyVariant.filter(({ scheme, width }) => scheme === (width === 768 ? 'dark' : 'light'))
  await forEachVariant(page, widths, async (variant) => {
    await capture(page, `${language}${address.replaceAll(/\W+/g, '-')}`, variant)
    // With its accents the name of a link differs from the names of things that it shows.
    if (language !== 'pseudo') found.push(...(await findings(page, variant)))
    found.push(...(await tooWide(page)).map((what) => `${variant.width}: ${what}`))
  })
  expect.soft(found, address).toEqual([])
}

/** What could only be read by scrolling sideways, and buttons whose text runs out of them. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, header, button, a[class*=button]')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ tagName, textContent, scrollWidth }) => `${tagName} ${textContent.slice(0, 40)}: ${scrollWidth} px`),
  )

/** Serves a catalogue whose texts are marked, so that what does not come from it is seen. */
async function accent(route: Route) {
  const response = await route.fetch()
  const source = await response.text()
  const body = source.replace(/JSON\.parse\((`|'|").*\1\)/s, (parsed) => `(${markAll.toString()})(${parsed})`)
  if (body === source) throw new Error('The catalogue is written in another way than it was.')
  await route.fulfill({ response, body })
}

type Token = string | [name: string, type?: string, format?: Record<string, Token[]> | null]

/** Runs in the page. A sentence is a list: texts, and placeholders as lists of their own, with the branches of plurals in an object. */
function markAll(catalogue: Record<string, Token[]>): Record<string, Token[]> {
  const onEach = (branches: Record<string, Token[]>): Record<string, Token[]> =>
    Object.fromEntries(Object.entries(branches).map(([name, branch]) => [name, Array.isArray(branch) ? branch.map(mark) : branch]))
  const mark = (token: Token): Token => {
    if (typeof token === 'string') return token.replaceAll(/<[^>]*>|[aeiou]/gi, (one) => (one.length > 1 ? one : `${one}\u0301`))
    const [name, type, format] = token
    return type !== undefined && format !== null && typeof format === 'object' ? [name, type, onEach(format)] : token
  }
  return onEach(catalogue)
}
