import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { sharedCertificate } from '../platform/testing/make-certificate.ts'

const build = join(import.meta.dirname, '../../../extension/scripts/build.ts')

interface Options {
  /** The Chromium that can load extensions. */
  executablePath: string
  /** Permissions that the person granted in the browser's dialogs, which a test cannot click. */
  agreed: { host_permissions: string[]; permissions?: string[] }
  /** The web's answers, by host and path. */
  sites: (host: string, path: string) => string | { location: string }
}

/** A browser with the extension in it, in a web of its own over HTTPS. */
export async function startExtensionBrowser({ executablePath, agreed, sites }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-extension-'))
  const extension = join(folder, 'extension')
  execFileSync(process.execPath, [build, extension])
  const manifest = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')) as { permissions: string[] }
  const permissions = [...manifest.permissions, ...(agreed.permissions ?? [])]
  await writeFile(join(extension, 'manifest.json'), JSON.stringify({ ...manifest, ...agreed, permissions }))
  const port = await serveSites(sites)
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    locale: 'en-US',
    ignoreHTTPSErrors: true,
    ignoreDefaultArgs: ['--headless', '--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      `--load-extension=${extension}`,
      '--enable-unsafe-extension-debugging',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP *.com 127.0.0.1:${port}, MAP *.io 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  })
  onTestFinished(async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const id = new URL(worker.url()).host
  // It opens by itself, since there is nothing to do without it.
  const options = await until(async () => context.pages().find((page) => page.url() === `chrome-extension://${id}/options.html`))
  return { context, id, options, openPopup: (page: Page) => openPopup(context, id, page) }
}

async function serveSites(sites: Options['sites']): Promise<number> {
  const server = createServer(sharedCertificate(), (request, response) => {
    const answer = sites(request.headers.host ?? '', request.url ?? '')
    if (typeof answer !== 'string') return void response.writeHead(302, answer).end()
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>${answer}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Presses the button of the extension in the toolbar, as a person would, above this page. Playwright does not show popups: they are spoken to by hand. */
async function openPopup(context: BrowserContext, id: string, page: Page) {
  await page.bringToFront()
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('The browser has ended.')
  const targetsOf = async (type: string) => (await session.send('Target.getTargets', { filter: [{ type }] })).targetInfos
  const tab = (await targetsOf('tab')).find(({ url }) => url === page.url())
  if (tab === undefined) throw new Error(`There is no tab of ${page.url()}.`)
  await session.send('Extensions.triggerAction' as never, { id, targetId: tab.targetId } as never)
  const popup = await until(async () => (await targetsOf('page')).find(({ url }) => url === `chrome-extension://${id}/popup.html`))
  const run = await attach(session, popup.targetId)
  const textOf = () => run(`document.body.innerText`)
  return {
    text: textOf,
    /** Waits until it says this. */
    says: (pattern: RegExp) =>
      until(
        async () => pattern.test(String(await textOf().catch(() => ''))),
        () => textOf(),
      ),
    names: () => run(`[...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? button.textContent)`),
    press: (name: string, times = 1) =>
      run(
        `for (let left = ${times}; left > 0; left--) [...document.querySelectorAll('button')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === ${JSON.stringify(name)}).click()`,
      ),
    isOpen: async () => (await targetsOf('page')).some(({ targetId }) => targetId === popup.targetId),
    close: () => session.send('Target.closeTarget', { targetId: popup.targetId }).catch(() => {}),
  }
}

/** Attaches to the target; answers a function that evaluates an expression as if after a person's act. */
async function attach(session: CDPSession, targetId: string) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  let last = 0
  return async (expression: string): Promise<unknown> => {
    const id = (last += 1)
    const { promise, resolve } = Promise.withResolvers<{ result?: { result?: { value?: unknown }; exceptionDetails?: unknown } }>()
    const hear = (event: { sessionId: string; message: string }) => {
      const message = JSON.parse(event.message) as { id?: number } & Awaited<typeof promise>
      if (event.sessionId === sessionId && message.id === id) resolve(message)
    }
    session.on('Target.receivedMessageFromTarget', hear)
    const params = { expression, userGesture: true, returnByValue: true, awaitPromise: true }
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method: 'Runtime.evaluate', params }) })
    const { result } = await promise
    session.off('Target.receivedMessageFromTarget', hear)
    if (result?.exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(result.exceptionDetails)}`)
    return result?.result?.value
  }
}

async function until<Found>(look: () => Promise<Found | undefined | false>, explain?: () => Promise<unknown>): Promise<Found> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`It did not come in time. ${String(await explain?.())}`)
}
