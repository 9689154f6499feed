import { expect } from '@playwright/test'
import { enter } from '../people.ts'
import { button, type Screen } from './screen.ts'

export const emailMappingScreens: Screen[] = [
  {
    name: 'email-mappings',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
    },
  },
  {
    name: 'email-mapping-dialog',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events?action=create')
      await expect(page.getByRole('textbox', { name: 'Conditions (JSON)' })).toBeVisible()
      await button(page, 'Create Mapping').click()
      await expect(page.getByText('Please choose an event')).toBeVisible()
    },
  },
  {
    name: 'email-mapping',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events?search=pin.changed')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(page.getByRole('heading', { name: 'Decisions', exact: true })).toBeVisible()
    },
  },
  {
    name: 'email-why',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/email/why?event=user.password.changed&email=${person.email}`)
      await expect(page.locator('iframe')).toBeVisible()
    },
  },
]
