import { gzipSync } from 'node:zlib'
import { type Response, chromium } from '@playwright/test'
import { chromiumLaunch } from '@twofold/e2e/chromium.ts'
import { printAims, printTable } from './print.ts'
import { type Screen, onEachScreen } from './screens.ts'

const filesShown = 6

/** In kB of 1,000 bytes, compressed by gzip at its default level whatever the server chose, the largest file first. */
type Bundle = { kilobytes: number; files: { path: string; kilobytes: number }[] }

/**
 * The JavaScript that a first visit to `url` is sent until `usable` resolves, preloaded modules included, without a service worker.
 * `prepare` may sign in, on another page of the same browser.
 */
async function measureBundle(url: string, { usable, prepare }: Pick<Screen, 'usable' | 'prepare'>): Promise<Bundle> {
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await prepare?.(await context.newPage(), url)
    const page = await context.newPage()
    const answers: Response[] = []
    page.on('response', (answer) => answers.push(answer))
    await page.goto(url)
    await usable(page)
    const files = await Promise.all(answers.filter(isScript).map(size))
    files.sort((a, b) => b.kilobytes - a.kilobytes)
    return { kilobytes: files.reduce((sum, file) => sum + file.kilobytes, 0), files }
  } finally {
    await browser.close()
  }
}

const isScript = (answer: Response) => answer.headers()['content-type']?.includes('javascript') ?? false

async function size(answer: Response) {
  return { path: new URL(answer.url()).pathname, kilobytes: gzipSync(await answer.body()).length / 1000 }
}

export async function benchBundle(): Promise<void> {
  const measured = await onEachScreen(measureBundle)
  console.log(`JavaScript that a first visit is sent until the screen can be used; the ${filesShown} largest files.`)
  printTable(
    ['', 'kB gzip'],
    measured.flatMap(({ screen, measured: { files } }) =>
      files.slice(0, filesShown).map(({ path, kilobytes }) => [`${screen.path}  ${path}`, kilobytes.toFixed(1)]),
    ),
  )
  printAims(
    measured.map(({ screen, measured: { kilobytes } }) => ({
      name: `${screen.path}, kB`,
      value: kilobytes,
      text: kilobytes.toFixed(0),
      atMost: screen.mostJavaScript,
    })),
  )
}
