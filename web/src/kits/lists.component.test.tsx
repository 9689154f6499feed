import { type AuditStream, listStreams, retryStream } from '@twofold/contract/admin/streams'
import { listSuppressions, removeSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { button, chooseAction } from '../testing/fields.ts'
import type { Said } from '../testing/example.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { pageOf } from '../testing/paging.ts'
import { breakdown, refusal, serve } from '../testing/server.ts'
import { idOf } from '../testing/vault.ts'

const stream: Said<AuditStream> = {
  id: idOf(1),
  name: 'SIEM',
  kind: 'file',
  is_active: true,
  target: { kind: 'file', file_name: 'audit.jsonl' },
  destination: 'audit.jsonl',
  state: 'failing',
  failing_since: '2026-11-20T10:00:00.000Z',
  last_error: 'Connection refused',
}
const row = () => page.getByRole('row').filter({ hasText: 'SIEM' })
const stale = () => page.getByRole('alert').filter({ hasText: 'Couldn’t refresh. Showing earlier data.' })
const tryAgain = () => chooseAction('SIEM', 'Try now')

beforeEach(() => void signInAsAdministrator())

test('data that could not be loaded says so, and is loaded again by Retry', async () => {
  serve(listStreams, breakdown())
  await open('/admin/audit/streams')
  await expect.element(page.getByRole('alert').filter({ hasText: 'The streams could not be loaded' })).toBeVisible()
  serve(listStreams, { data: [stream] })
  await button('Retry').click()
  await expect.element(row()).toBeVisible()
})

test('loaded data stays when it cannot be loaded again, and says how old it is', async () => {
  serve(listStreams, { data: [stream] })
  serve(retryStream, { message: 'The stream is tried again.' })
  await open('/admin/audit/streams')
  await expect.element(row()).toBeVisible()
  serve(listStreams, breakdown())
  await tryAgain()
  await expect.element(stale()).toBeVisible()
  await expect.element(row()).toBeVisible()
  serve(listStreams, { data: [stream] })
  await stale().getByRole('button', { name: 'Retry' }).click()
  await expect.element(stale()).not.toBeInTheDocument()
})

test('data that an act may have changed is loaded again after a refusal too', async () => {
  const lists = serve(listSuppressions, { suppressions: pageOf([{ id: idOf(1), email: 'bo@example.org', reason: 'manual' as const }], 1) })
  serve(removeSuppression, refusal('server.failed'))
  await open('/admin/email/suppressions')
  await page.getByRole('row').filter({ hasText: 'bo@example.org' }).getByRole('button').click()
  const before = lists.length
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
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
  await open('/admin/email/suppressions')
  const search = page.getByRole('searchbox').first()
  await expect.element(search).toBeVisible()
  expect(getComputedStyle(search.element()).textOverflow).toBe('ellipsis')
})
