import { type Browser, type Page, chromium } from '@playwright/test'
import { chromiumLaunch } from '@twofold/e2e/chromium.ts'
import { median } from './median.ts'
import { addKeys, type Person, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServer } from './server-process.ts'

/*
 * Interaction to next paint on a dashboard with many keys, as the browser itself measures it (Event Timing): from the press to the frame
 * that answers it.
 */

/** How many keys there are, and how much slower the browser is made than this machine: four times is a phone of the middle range. */
const sizes = [
  { keys: 1000, slowdown: 4 },
  { keys: 5000, slowdown: 1 },
]
const rounds = 7
/** Milliseconds for which a person holds the button of a mouse: what a press and a release cost is not asked of one frame. */
const press = { delay: 60 }
/** Milliseconds. The browser tells of nothing quicker, and in steps of 8. */
const shortestReported = 16

/** A person's interaction; `undo` restores the page and is not measured. */
interface Interaction {
  name: string
  act: (page: Page) => Promise<void>
  undo?: (page: Page) => Promise<void>
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search keys' })
const escape = (page: Page) => page.keyboard.press('Escape')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

const interactions: Interaction[] = [
  { name: 'first letter of a search', act: (page) => page.keyboard.press('k'), undo: escape },
  { name: 'letters until one key is left', act: (page) => page.keyboard.type('777'), undo: escape },
  { name: 'end of a search', act: escape },
  { name: 'another order', act: (page) => order(page, 'By name'), undo: (page) => order(page, 'Oldest first') },
  { name: 'next key', act: (page) => page.keyboard.press('j') },
  { name: 'only those with a tag', act: (page) => button(page, 'Team').click(press), undo: (page) => button(page, 'Team').click(press) },
  { name: 'copy a code', act: (page) => page.locator('.key-hit').first().click(press) },
  { name: 'pin a key', act: (page) => button(page, /^Pin /).click(press), undo: (page) => button(page, /^Pin /).click(press) },
  { name: 'open the menu', act: (page) => button(page, 'More').click(press), undo: closeMenu },
  { name: 'open the form for a key', act: (page) => button(page, 'Add 2FA Key').click(press), undo: escape },
  { name: 'close the form', act: escape },
]

async function order(page: Page, name: string) {
  await button(page, 'More').click(press)
  await page.getByRole('menuitem', { name }).click(press)
}

/** The menu hears a key once it has the focus, a moment after it is drawn. */
async function closeMenu(page: Page) {
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor()
  await escape(page)
}

/** Prepares the page for each of them. */
async function prepare(page: Page, name: string) {
  if (name.includes('search') || name.startsWith('letters')) await search(page).focus()
  if (name === 'end of a search') await search(page).fill('77')
  if (name === 'close the form') await button(page, 'Add 2FA Key').click(press)
  await settle(page)
}

export async function benchInp(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    for (const size of sizes) print(size, await measureAll(browser, server.ready.url, size))
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Size = (typeof sizes)[number]

async function measureAll(browser: Browser, url: string, { keys, slowdown }: Size): Promise<Measured[]> {
  const person = await signUp(url, `many-${keys}@example.org`)
  await addKeys(person, keys)
  const context = await browser.newContext({ serviceWorkers: 'block', permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await open(page, person, slowdown)
  const measured: Measured[] = []
  for (const { name, act, undo } of interactions) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await prepare(page, name)
      times.push(await measure(page, () => act(page)))
      await undo?.(page)
      await settle(page)
    }
    measured.push({ name, times })
  }
  await context.close()
  return measured
}

async function open(page: Page, { url, token }: Person, slowdown: number) {
  await page.addInitScript(() => {
    const durations = new Map<number, number>()
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))
    function note(entry: PerformanceEntry) {
      const { interactionId, duration } = entry as PerformanceEventTiming
      if (interactionId > 0) durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration))
    }
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    /** The slowest interaction since the last time it was asked, in milliseconds. */
    function slowest() {
      observer.takeRecords().forEach(note)
      const most = Math.max(0, ...durations.values())
      durations.clear()
      return most
    }
    Object.assign(window, { slowest })
  })
  await page.goto(`${url}/livez`)
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await page.goto(`${url}/dashboard`)
  await page
    .getByText(/^\d{3}\s?\d{3}$/)
    .first()
    .waitFor()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await settle(page)
}

/** Until the browser has nothing to do: what an interaction causes later must not be counted to the next one. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve)), { timeout: 5000 })
      }),
  )

async function measure(page: Page, act: () => Promise<void>): Promise<number> {
  const slowest = () => page.evaluate(() => (window as unknown as { slowest: () => number }).slowest())
  await slowest()
  await act()
  await settle(page)
  return Math.max(shortestReported, await slowest())
}

interface Measured {
  name: string
  times: number[]
}

function print({ keys, slowdown }: Size, measured: readonly Measured[]) {
  console.log(`${keys} keys, a browser slowed down ${slowdown} times; milliseconds to the next paint, ${rounds} times each.`)
  printTable(
    ['', 'quickest', 'median', 'slowest'],
    measured.map(({ name, times }) => [name, ...[Math.min(...times), median(times), Math.max(...times)].map((time) => time.toFixed(0))]),
  )
  // As a browser sums a visit up, the slowest one; of the times of each the median, which a busy moment of the machine does not move.
  const medians = measured.map(({ times }) => median(times))
  const most = Math.max(...measured.flatMap(({ times }) => times))
  printAims([
    { name: `${keys} keys, interaction to next paint, ms`, value: Math.max(...medians), text: Math.max(...medians).toFixed(0), atMost: 80 },
    { name: 'the slowest single one, ms', value: most, text: most.toFixed(0) },
  ])
}
