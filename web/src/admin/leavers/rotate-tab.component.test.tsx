import { getLeaver, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { getKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'

const leo = idOf(7)

function servePlan(viewerId: string, state: 'open' | 'reactivated' = 'open') {
  serve(getLeaver, { plan: { user: { id: leo, name: 'Leo Leaver', is_deleted: false }, state } })
  const item = { exists: true, had: ['secret' as const], renewed: null, decision: null }
  serve(
    listLeaverKeys,
    onePage(
      { ...item, key_id: idOf(100), name: 'Code host', owner: { id: viewerId, name: 'Ada Example' } },
      { ...item, key_id: idOf(101), name: 'Payroll', owner: { id: idOf(8), name: 'Cleo Example' } },
    ),
  )
}

test('a secret of a key of one’s own is replaced from the leaver plan, and others are left to their owners', async () => {
  const { id } = signInAsAdministrator()
  signInWithKeys([{ id: idOf(100), name: 'Code host' }], [], { id, role: 'admin' })
  serve(getKey, { key: { access: 'owner', backup_codes: { total: 0, unused: 0 } } })
  servePlan(id)
  await open(`/admin/users/${leo}/leaver?tab=rotate`)
  const rotate = page.getByRole('button', { name: 'Rotate Code host' })
  await expect.element(rotate).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Rotate Payroll' })).not.toBeInTheDocument()
  await rotate.click()
  await expect.element(page.getByRole('dialog', { name: 'Replace the secret' })).toMatchTextContent('Code host')
})

test('nothing is left to be rotated if the person came back', async () => {
  const { id } = signInAsAdministrator()
  servePlan(id, 'reactivated')
  await open(`/admin/users/${leo}/leaver?tab=rotate`)
  await expect.element(page.getByText('Payroll').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Rotate Code host' })).not.toBeInTheDocument()
})
