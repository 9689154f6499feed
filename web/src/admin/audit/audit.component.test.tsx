import { listAudit } from '@twofold/contract/admin/audit'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

test('days of the filter and times of the rows name the same zone', async () => {
  signInAsAdministrator()
  const entry = { id: idOf(1), title: 'User created', happened_at: '2026-11-20T23:59:59Z' }
  const calls = serve(listAudit, onePage(entry))
  await open('/admin/audit')
  await expect.element(page.getByRole('columnheader', { name: 'When (UTC) and from where' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'User created' })).toMatchTextContent('Nov 20, 2026, 11:59:59 PM UTC')
  await page.getByLabelText('From (UTC)').fill('2026-11-20')
  await page.getByLabelText('To (UTC)').fill('2026-11-20')
  await expectAddress(/from=2026-11-20&to=2026-11-20/)
  expect(calls.at(-1)).toMatchObject({ query: { from: '2026-11-20', to: '2026-11-20' } })
})
