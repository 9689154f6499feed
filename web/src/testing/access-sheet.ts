import { listShares, type Share } from '@twofold/contract/sharing/grants'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Said } from './example.ts'
import { open } from './open.tsx'
import { serve } from './server.ts'
import { idOf } from './vault.ts'

/* The sheet of who has a key, and the server behind it. */

export const sheet = page.getByRole('dialog', { name: 'Access to Code host' })
export const field = sheet.getByRole('combobox', { name: 'User Email' })
export const send = sheet.getByRole('button', { name: 'Share Key' })
export const option = (name: string | RegExp) => sheet.getByRole('option', { name })
export const row = (text: string) => sheet.getByRole('listitem').filter({ hasText: text })
export const level = (who: string) => sheet.getByRole('button', { name: `access level of ${who}` })
export const end = (who: string) => sheet.getByRole('button', { name: `when the access of ${who} ends` })
export const operations = { id: idOf(5), name: 'Operations', members: 3 }
export const params = (share: number) => ({ id: idOf(100), share_id: idOf(share) })
/** Somebody who has used the key, as the server would list them. */
export const mia: Said<Share> = {
  id: idOf(50),
  name: 'Mia',
  email: 'mia@example.org',
  permission: 'view-only',
  created_at: '2026-11-01T10:00:00.000Z',
}
/** The server's list, which a test changes as the server would. */
export function serveShares(...data: Said<Share>[]) {
  const list = { data, ended: [] as (Said<Share> & { ended_at: string })[] }
  serve(listShares, () => list)
  return list
}

export async function openSheet(how = 'Share Code host', options: Parameters<typeof open>[1] = {}) {
  await open('/dashboard', options)
  await page.getByRole('button', { name: how }).click()
  await expect.element(sheet).toBeVisible()
}
