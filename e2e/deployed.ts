import type { Page } from '@playwright/test'
import { type EmptyApplication, startApplication } from './application.ts'
import { type Person, setUp } from './people.ts'
import { startVersionProxy, type VersionProxy } from './version-proxy.ts'

/** An application behind a proxy that can deploy a newer version of it. Its tests let service workers run. */
export type Deployed = { app: EmptyApplication; admin: Person; proxy: VersionProxy; stop(): Promise<void> }

export async function startDeployed(): Promise<Deployed> {
  const proxy = await startVersionProxy()
  const app = await startApplication({ APP_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' })
  proxy.passTo(app.url)
  const proxied = { ...app, url: proxy.url }
  const admin = { ...(await setUp(app)), app: proxied }
  const stop = async () => {
    await proxy.stop()
    await app.stop()
  }
  return { app: proxied, admin, proxy, stop }
}

/** Waits until a service worker answers for the page, which the first one does from the second load on. */
export async function controlled(page: Page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The worker's answer to GET_VERSION. */
export function versionOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<unknown>((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)))
    port1.start()
    navigator.serviceWorker.controller?.postMessage({ type: 'GET_VERSION' }, [port2])
    return answer
  })
}

/** As when somebody comes back to the tab: the application looks for a newer version. */
export const lookForUpdate = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
