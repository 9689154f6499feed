import { getUser, listUserShares } from '@twofold/contract/admin/user-detail'
import { listUsers } from '@twofold/contract/admin/users'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { open } from '../testing/open.tsx'
import { onePage } from '../testing/paging.ts'
import { serve } from '../testing/server.ts'
import { idOf } from '../testing/vault.ts'
import { resizeWindow } from '../testing/window.ts'

const bo = { id: idOf(2), name: 'Bo Sample', email: 'bo@example.org', role: 'user', is_active: true } as const

const display = (inRow: Element) => getComputedStyle(inRow.closest('tr') ?? inRow).display

test('rows are cards where a table has no room beside other things, in a wide window too', async () => {
  signInAsAdministrator()
  serve(getUser, { user: bo })
  const share = { id: idOf(3), key_name: 'Newsletter', person: { id: idOf(5), name: 'Cleo Example' } } as const
  serve(listUserShares, { shared: [share], received: [] })
  await open(`/admin/users/${bo.id}?tab=shares`)
  const name = await page.getByText('Newsletter').findElement()
  await expect.poll(() => display(name)).toBe('grid')
  expect(name.getClientRects()).toHaveLength(1)
})

test('rows are cards in a narrow window, and in a wide one with large letters', async () => {
  signInAsAdministrator()
  serve(listUsers, onePage(bo))
  await open('/admin/users')
  const row = await page.getByText(bo.email).findElement()
  await expect.poll(() => display(row)).toBe('table-row')
  await resizeWindow(320)
  await expect.poll(() => display(row)).toBe('grid')
  await resizeWindow(1280)
  await expect.poll(() => display(row)).toBe('table-row')
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  document.documentElement.style.fontSize = '32px'
  await expect.poll(() => display(row)).toBe('grid')
})

test('nothing in a list is cut off on the narrowest screen with large letters', async () => {
  signInAsAdministrator()
  serve(listUsers, onePage(bo))
  await open('/admin/users')
  await resizeWindow(320)
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  document.documentElement.style.fontSize = '32px'
  const row = (await page.getByText(bo.email).findElement()).closest('tr')
  await expect.poll(() => row && getComputedStyle(row).display).toBe('grid')
  const parts = document.querySelectorAll('.ui-stat > *, .ui-filters select, .ui-table td > *')
  const cut = [...parts].filter((part) => {
    const box = part.closest('.ui-card')?.getBoundingClientRect()
    return box && part.getBoundingClientRect().right > box.right
  })
  expect(parts.length).toBeGreaterThan(6)
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
})
