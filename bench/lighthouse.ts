import { type Page, chromium } from '@playwright/test'
import { chromiumLaunch } from '@twofold/e2e/chromium.ts'
import { startChromium } from '@twofold/e2e/chromium-process.ts'
import lighthouse from 'lighthouse'
import { median } from './median.ts'
import { printAims, printTable } from './print.ts'
import { type Screen, onEachScreen } from './screens.ts'

const runs = 5

/** Medians over all runs, each figure by itself. */
type LighthouseFigures = {
  /** 0 to 100 */
  performance: number
  /** 0 to 100 */
  accessibility: number
  /** 0 to 100 */
  bestPractices: number
  /** Milliseconds */
  largestContentfulPaint: number
  /** Without unit */
  cumulativeLayoutShift: number
  /** Milliseconds */
  totalBlockingTime: number
  /** Accessibility and best-practice audits that failed in any run: title, and what failed it. */
  failed: string[]
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/**
 * Runs Lighthouse as a mobile phone with a cold HTTP cache. `prepare` may sign in: its page shares cookies and local storage with
 * the measured one, and Lighthouse leaves both alone. Throws when `url` leads elsewhere, as it does for a visitor who must sign in first.
 */
async function measureLighthouse(url: string, { prepare }: Pick<Screen, 'prepare'>): Promise<LighthouseFigures> {
  const { executablePath, args, env, chromiumSandbox } = await chromiumLaunch()
  const browser = await startChromium(executablePath, chromiumSandbox ? args : [...args, '--no-sandbox'], env)
  const interrupt = () => void browser.stop().finally(() => process.exit(1))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    if (prepare) await withPage(browser.port, (page) => prepare(page, url))
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await report(url, browser.port))
    return figures(reports)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await browser.stop()
  }
}

/** In the profile's own context, the one that Lighthouse opens its tab in; disconnects, but leaves the browser running. */
async function withPage(port: number, use: (page: Page) => Promise<void>) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const context = browser.contexts()[0]
    if (!context) throw new Error('Chromium has no profile of its own.')
    const page = await context.newPage()
    await use(page)
    await page.close()
  } finally {
    await browser.close()
  }
}

async function report(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  })
  if (!result) throw new Error(`Lighthouse gave no report on ${url}.`)
  const { runtimeError, finalDisplayedUrl } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`)
  return result.lhr
}

function figures(reports: Report[]): LighthouseFigures {
  const score = (category: string) => Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)))
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? NaN))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    largestContentfulPaint: value('largest-contentful-paint'),
    cumulativeLayoutShift: value('cumulative-layout-shift'),
    totalBlockingTime: value('total-blocking-time'),
    failed: [...new Set(reports.flatMap(failedAudits))],
  }
}

function failedAudits({ categories, audits }: Report) {
  return ['accessibility', 'best-practices']
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
      return [`${audit.title}: ${whatFailed(audit.details)}`]
    })
}

/** The elements, sources or messages that an audit lists. */
function whatFailed(details: Report['audits'][string]['details']) {
  const items = details && 'items' in details && Array.isArray(details.items) ? (details.items as Record<string, unknown>[]) : []
  return items.map((item) => nameOf(item['node']) ?? nameOf(item) ?? JSON.stringify(item)).join(' | ')
}

function nameOf(item: unknown) {
  const { snippet, description, url } = (item ?? {}) as { snippet?: string; description?: string; url?: string }
  return snippet ?? description ?? url
}

export async function benchLighthouse(): Promise<void> {
  const measured = await onEachScreen(measureLighthouse)
  console.log(`Lighthouse as a mobile phone with an empty cache, medians of ${runs} runs.`)
  printTable(
    ['', 'largest paint ms', 'layout shift', 'blocked ms'],
    measured.map(({ screen, measured: { largestContentfulPaint, cumulativeLayoutShift, totalBlockingTime } }) => [
      screen.path,
      largestContentfulPaint.toFixed(0),
      cumulativeLayoutShift.toFixed(3),
      totalBlockingTime.toFixed(0),
    ]),
  )
  printAims(
    measured.flatMap(({ screen: { path }, measured: { performance, accessibility, bestPractices } }) => [
      { name: `${path} performance`, value: performance, text: String(performance), atLeast: 97 },
      { name: `${path} accessibility`, value: accessibility, text: String(accessibility), atLeast: 100 },
      { name: `${path} best practices`, value: bestPractices, text: String(bestPractices), atLeast: 100 },
    ]),
  )
  for (const {
    screen,
    measured: { failed },
  } of measured) {
    for (const audit of failed) console.log(`  ${screen.path} failed: ${audit}`)
  }
}
