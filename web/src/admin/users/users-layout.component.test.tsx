import { listUsers } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

const ann = {
  id: idOf(2),
  name: 'Ann Example',
  email: 'ann@example.org',
  role: 'admin',
  is_active: true,
  two_fa_keys_count: 7,
  received_shares_count: 2,
} as const

test('on a tablet the address of an administrator stands on one line', async () => {
  signInAsAdministrator()
  serve(listUsers, onePage(ann))
  await open('/admin/users')
  await resizeWindow(768)
  const address = await page.getByText(ann.email).findElement()
  const line = Number.parseFloat(getComputedStyle(address).lineHeight)
  await expect.poll(() => address.getBoundingClientRect().height).toBeLessThan(1.5 * line)
})

test('at every width the menu of a user is within the panel', async () => {
  signInAsAdministrator()
  serve(listUsers, onePage(ann))
  await open('/admin/users')
  const menu = page.getByRole('button', { name: 'Actions for Ann Example' })
  for (const width of [641, 767, 768, 961, 1023, 1024]) {
    await resizeWindow(width)
    await expect.element(menu, { message: String(width) }).toBeInViewport({ ratio: 1 })
  }
})
