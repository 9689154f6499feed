import { listSuppressions, removeSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { pageOf } from '../testing/paging.ts'
import { failAndRetry } from '../testing/retry.ts'
import { breakdown, refusal, serve } from '../testing/server.ts'
import { idOf } from '../testing/vault.ts'

// No list that is polled: that would be loaded again without Retry.
const path = '/admin/email/suppressions'
const bo = { id: idOf(1), email: 'bo@example.org', reason: 'manual' as const }
const serveBo = () => serve(listSuppressions, { suppressions: pageOf([bo], 1) })
const row = () => page.getByRole('row').filter({ hasText: bo.email })
const stale = () => page.getByRole('alert').filter({ hasText: 'Couldn’t refresh. Showing earlier data.' })
const remove = async () => {
  await row().getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
}

beforeEach(() => void signInAsAdministrator())

test('data that could not be loaded says so, and is loaded again by Retry', async () => {
  await failAndRetry(listSuppressions, path, 'The suppression list could not be loaded', serveBo)
  await expect.element(row()).toBeVisible()
})

test('loaded data stays when it cannot be loaded again, and says how old it is', async () => {
  serveBo()
  serve(removeSuppression, refusal('server.failed'))
  await open(path)
  await expect.element(row()).toBeVisible()
  serve(listSuppressions, breakdown())
  await remove()
  await expect.element(stale()).toBeVisible()
  await expect.element(row()).toBeVisible()
  serveBo()
  await stale().getByRole('button', { name: 'Retry' }).click()
  await expect.element(stale()).not.toBeInTheDocument()
})

test('data that an act may have changed is loaded again after a refusal too', async () => {
  const lists = serveBo()
  serve(removeSuppression, refusal('server.failed'))
  await open(path)
  await expect.element(row()).toBeVisible()
  const before = lists.length
  await remove()
  await expect.poll(() => lists.length).toBeGreaterThan(before)
})

test('another filter begins at the first page', async () => {
  const addresses = Array.from({ length: 30 }, (_, index) => ({
    id: idOf(index + 1),
    email: `p${index}@example.org`,
    reason: 'manual' as const,
  }))
  serve(listSuppressions, ({ query }) => ({ suppressions: pageOf(addresses, query.page ?? 1) }))
  await open('/admin/email/suppressions?page=2')
  await expect.element(page.getByText('p29@example.org')).toBeVisible()
  await page.getByLabelText('Search addresses').fill('example')
  await expectAddress('/admin/email/suppressions?search=example')
})

test('an example in a search that does not fit, as at 320 px, is not cut in the middle of a letter', async () => {
  serve(listSuppressions, { suppressions: pageOf([], 0) })
  await open(path)
  const search = page.getByRole('searchbox').first()
  await expect.element(search).toBeVisible()
  expect(getComputedStyle(await search.findElement()).textOverflow).toBe('ellipsis')
})
