import { getLeaver, type LeaverKey, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const leo = { id: idOf(7), name: 'Leo Leaver' }

test('of all that are selected only those on the screen are left when one is taken out', async () => {
  signInAsAdministrator()
  serve(getLeaver, { plan: { user: { ...leo, is_deleted: false }, state: 'open', owned: { total: 40, done: 1 } } })
  const key = (number: number, name: string) => ({ key_id: idOf(number), name, exists: true, owner: leo })
  const kept = { kind: 'let_go' as const, to: null, at: '2026-11-20T09:00:00.000Z', by: null }
  serve(
    listLeaverKeys,
    onePage<Partial<LeaverKey>>(
      { ...key(1, 'Archive'), decision: kept },
      { ...key(2, 'Billing'), decision: null },
      { ...key(3, 'Code host'), decision: null },
    ),
  )
  await open(`/admin/users/${leo.id}/leaver`)
  const select = (name: string) => page.getByLabelText(`Select ${name}`).click({ force: true })
  await select('Archive')
  await page.getByRole('button', { name: 'Select all 39 undecided keys' }).click()
  await expect.element(page.getByText('39 selected')).toBeVisible()
  await select('Billing')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await expect.element(page.getByLabelText('Select Code host')).toBeChecked()
  await expect.element(page.getByLabelText('Select Archive')).not.toBeChecked()
})
