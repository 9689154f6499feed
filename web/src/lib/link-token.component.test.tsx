import { checkLink } from '@twofold/contract/links'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/open.tsx'
import { serve } from '../testing/server.ts'
import { returnLinkToken } from './link-token.ts'

test('the token of a one-time link leaves the address at once, and is back there for a page that is loaded again', async () => {
  serve(checkLink, { state: 'good', purpose: 'reset_password', email: 'ada@example.org' })
  await open('/reset-password#token=abc-_1')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(window.location.hash).toBe('')
  returnLinkToken()
  expect(`${window.location.pathname}${window.location.hash}`).toBe('/reset-password#token=abc-_1')
})
