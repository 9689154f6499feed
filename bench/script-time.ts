import { type CDPSession, chromium } from '@playwright/test'
import { chromiumLaunch } from '@twofold/e2e/chromium.ts'
import { median } from './median.ts'
import { printAims, printTable } from './print.ts'
import { type Screen, onEachScreen } from './screens.ts'

const runs = 7
/** How much slower the browser is made than this machine: a phone of the middle range. */
const slowdown = 4

/** Milliseconds of CPU of the page's main thread, medians over all runs, each figure by itself. */
interface MainThread {
  script: number
  layout: number
  /** All tasks together: script, layout, paint, parsing. */
  tasks: number
}

/**
 * Main-thread time of a first visit to `url` until `usable` resolves. Thread time rather than wall time, so that other programs on the machine do not
 * count. `prepare` may sign in, on another page of the same browser.
 */
async function measureMainThread(url: string, { usable, prepare }: Pick<Screen, 'usable' | 'prepare'>): Promise<MainThread> {
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await prepare?.(await context.newPage(), url)
    const measured: MainThread[] = []
    for (let run = 0; run < runs; run += 1) {
      const page = await context.newPage()
      const client = await context.newCDPSession(page)
      await client.send('Network.enable')
      await client.send('Network.setCacheDisabled', { cacheDisabled: true })
      await client.send('Performance.enable', { timeDomain: 'threadTicks' })
      await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const before = await readMainThread(client)
      await page.goto(url)
      await usable(page)
      const after = await readMainThread(client)
      measured.push({ script: after.script - before.script, layout: after.layout - before.layout, tasks: after.tasks - before.tasks })
      await page.close()
    }
    const of = (part: keyof MainThread) => median(measured.map((one) => one[part]))
    return { script: of('script'), layout: of('layout'), tasks: of('tasks') }
  } finally {
    await browser.close()
  }
}

async function readMainThread(client: CDPSession): Promise<MainThread> {
  const { metrics } = await client.send('Performance.getMetrics')
  const milliseconds = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? NaN)
  return {
    script: milliseconds('ScriptDuration'),
    layout: milliseconds('LayoutDuration') + milliseconds('RecalcStyleDuration'),
    tasks: milliseconds('TaskDuration'),
  }
}

export async function benchScriptTime(): Promise<void> {
  const measured = await onEachScreen(measureMainThread)
  console.log(
    `The main thread until a screen can be used, a browser slowed down ${slowdown} times; milliseconds of CPU, medians of ${runs}.`,
  )
  printTable(
    ['', 'script', 'layout', 'all tasks'],
    measured.map(({ screen, measured: { script, layout, tasks } }) => [screen.path, ...[script, layout, tasks].map((ms) => ms.toFixed(0))]),
  )
  printAims(
    measured.map(({ screen, measured: { script } }) => ({
      name: `${screen.path} script, ms`,
      value: script,
      text: script.toFixed(0),
      atMost: screen.mostScriptTime,
    })),
  )
}
