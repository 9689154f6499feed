import type { Page } from '@playwright/test'

/** Keeps back a script of the application, as a slow network does, until the answer is called. */
export async function holdScript(page: Page, name: string): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(new RegExp(`/${name}-[^/]+\\.js$`), async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}
