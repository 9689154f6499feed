import type { Endpoint } from '@twofold/contract/endpoint'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './open.tsx'
import { refusal, serve } from './server.ts'

/** Checks that a failure at `path` shows `title` or a longer one, and that Retry asks again: `again` lets the server answer. */
export async function failAndRetry(endpoint: Endpoint, path: string, title: string, again: () => unknown): Promise<void> {
  serve(endpoint, refusal('server.failed'))
  await open(path)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  again()
  await page.getByRole('button', { name: `Retry ${title}` }).click()
}
