import type { Endpoint } from '@twofold/contract/endpoint'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { button } from './fields.ts'
import { open } from './open.tsx'
import { refusal, serve } from './server.ts'

/** Checks that a failure at `path` shows `title`, and that Retry asks again: `again` lets the server answer. */
export async function failAndRetry(endpoint: Endpoint, path: string, title: string, again: () => unknown): Promise<void> {
  serve(endpoint, refusal('server.failed'))
  await open(path)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  again()
  await button(`Retry ${title}`).click()
}
