import { listActsOnMe } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { serve } from '../testing/server.ts'

test('the profile names who can act for somebody, what follows from it, and each act and look', async () => {
  signInWithProfile()
  const asked = serve(listActsOnMe, ({ query }) => ({
    data: [
      { id: 'a', action: 'user.pin_reset', title: 'PIN set', by: 'Ada Admin', happened_at: '2026-11-20T09:12:00.000Z' },
      { id: 'b', action: 'user.viewed', title: 'User looked at', what: 'keys', by: 'Di Admin', happened_at: '2026-11-19T09:12:00.000Z' },
      { id: 'c', action: 'user.password_link_made', title: 'Password link made', happened_at: '2026-11-18T09:12:00.000Z' },
    ],
    current_page: query.page,
    total: 28,
    last_page: 2,
    administrators: ['Ada Admin', 'Di Admin'],
    administrators_total: 2,
    waiting_days: 3,
  }))
  await open('/profile?tab=security')
  await expect.element(page.getByText('2 administrators: Ada Admin, Di Admin')).toBeVisible()
  await expect.element(page.getByText('your codes close for 3 days', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Looked at the names of your keys')).toBeVisible()
  await expect.element(page.getByText('A command on the server', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: /next/i }).click()
  await expect.poll(() => asked.at(-1)?.query.page).toBe(2)
})
