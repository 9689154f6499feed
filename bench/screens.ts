import type { Page } from '@playwright/test'
import { samplePassword } from '@twofold/server/src/demo/sample-data.ts'
import { mostJavaScript } from '@twofold/e2e/script-weight.ts'
import { startServer } from './server-process.ts'

/** A screen as a visitor comes to it. */
export interface Screen {
  path: string
  /** Signs in, where the screen asks for it, and leaves the way to stay so in the browser. */
  prepare?: (page: Page, url: string) => Promise<void>
  /** Resolves when a person can do what the screen is for. */
  usable: (page: Page) => Promise<void>
  /** kB of 1,000 bytes, compressed by gzip. */
  mostJavaScript: number
  /** Milliseconds of CPU in a browser that is slowed down four times. */
  mostScriptTime: number
}

const screens: Screen[] = [
  {
    path: '/login',
    usable: (page) => page.getByLabel('Email', { exact: true }).click(),
    mostJavaScript: mostJavaScript.login,
    mostScriptTime: 250,
  },
  {
    path: '/dashboard',
    prepare: signIn,
    usable: (page) =>
      page
        .getByText(/^\d{3}\s?\d{3}$/)
        .first()
        .waitFor(),
    mostJavaScript: mostJavaScript.dashboard,
    mostScriptTime: 400,
  },
]

/** Measures each screen of the built web application, served by our own server with the sample people and keys in it. */
export async function onEachScreen<T>(measure: (url: string, screen: Screen) => Promise<T>): Promise<{ screen: Screen; measured: T }[]> {
  const server = await startServer<{ url: string }>('ours.ts', 'demo')
  try {
    const all: { screen: Screen; measured: T }[] = []
    for (const screen of screens) {
      const url = `${server.ready.url}${screen.path}`
      all.push({ screen, measured: await measure(url, screen) })
    }
    return all
  } finally {
    await server.stop()
  }
}

/** As Ann, who has six keys of her own and two that others share with her. */
async function signIn(page: Page, url: string) {
  await page.goto(new URL('/login', url).href)
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill(samplePassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
