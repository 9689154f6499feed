import { type Page, chromium } from '@playwright/test'
import { chromiumLaunch } from '@twofold/e2e/chromium.ts'
import { startChromium } from '@twofold/e2e/chromium-process.ts'
import lighthouse from 'lighthouse'

/** Medians over all runs, each figure by itself. */
export type LighthouseFigures = {
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
  /** Titles of the accessibility and best-practice audits that failed in any run. */
  failed: string[]
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/**
 * Runs Lighthouse as a mobile phone with a cold HTTP cache. `prepare` may sign in: its page shares cookies and local storage with
 * the measured one, and Lighthouse leaves both alone. Throws when `url` leads elsewhere, as it does for a visitor who must sign in first.
 */
export async function measureLighthouse(
  url: string,
  { runs = 5, prepare }: { runs?: number; prepare?: (page: Page) => Promise<void> } = {},
): Promise<LighthouseFigures> {
  const { executablePath, args, env, chromiumSandbox } = await chromiumLaunch()
  const browser = await startChromium(executablePath, chromiumSandbox ? args : [...args, '--no-sandbox'], env)
  try {
    if (prepare) await withPage(browser.port, prepare)
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await report(url, browser.port))
    return figures(reports)
  } finally {
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
    .flatMap(({ id, weight }) => (audits[id] && weight > 0 && audits[id].score !== null && audits[id].score < 1 ? [audits[id].title] : []))
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
