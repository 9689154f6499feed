import { expect, type Page } from '@playwright/test'
import { makeLeaver } from '../leavers.ts'
import { enter } from '../people.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

async function openPlan(page: Page, { admin, person }: Cast, search = '') {
  const { id, leave } = await makeLeaver(admin, person)
  await leave()
  await enter(page, admin, `/admin/users/${id}/leaver${search}`)
  await heading(page, 'Leaver plan of Leo Leaver')
  await expect(page.getByRole('table')).toBeVisible()
}

export const leaverScreens: Screen[] = [
  { name: 'leaver-owned', show: (page, cast) => openPlan(page, cast) },
  { name: 'leaver-rotate', show: (page, cast) => openPlan(page, cast, '?tab=rotate') },
  { name: 'leaver-safe', show: (page, cast) => openPlan(page, cast, '?tab=safe') },
  {
    name: 'leaver-hand-over',
    async show(page, cast) {
      await openPlan(page, cast)
      await page.getByLabel('Select Cloud console').check()
      await button(page, 'Hand over').click()
      await expect(page.getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'leaver-let-go',
    async show(page, cast) {
      await openPlan(page, cast)
      await button(page, 'Keep with account: Cloud console').click()
      await expect(page.getByRole('alertdialog').getByText('person loses access')).toBeVisible()
    },
  },
  {
    name: 'leaver-user',
    async show(page, { admin, person }) {
      const { id, leave } = await makeLeaver(admin, person)
      await leave()
      await enter(page, admin, `/admin/users/${id}`)
      await expect(page.getByText('The leaver plan is open')).toBeVisible()
    },
  },
  {
    name: 'leaver-plans',
    async show(page, { admin, person }) {
      const { leave } = await makeLeaver(admin, person)
      await leave()
      await enter(page, admin, '/admin/users/leavers')
      await expect(page.getByRole('table')).toBeVisible()
    },
  },
]
