import { expect, type Page } from '@playwright/test'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { callAs } from '../email-page.ts'
import { enter } from '../people.ts'
import { button, failed, heading, type Screen } from './screen.ts'

async function act(page: Page, event: string, name: string) {
  await button(page, `Actions for ${event}`).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

export const emailMappingScreens: Screen[] = [
  {
    name: 'email-mappings',
    untouched: ['alert'],
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
    },
  },
  {
    name: 'email-mapping-dialog',
    untouched: ['alert'],
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
  {
    name: 'email-mappings-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events?search=nothing.of.this.name')
      await heading(page, 'No mappings found')
    },
  },
  {
    name: 'email-mappings-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route(/\/api\/admin\/email\/event-mappings(\?|$)/, (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/email/events')
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
  },
  {
    name: 'email-mapping-edit',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events?search=pin.changed')
      await act(page, 'pin.changed', 'Quick Edit')
      await expect(page.getByRole('textbox', { name: 'Conditions (JSON)' })).toBeVisible()
    },
  },
  {
    name: 'email-mapping-test',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events?search=pin.changed')
      await act(page, 'pin.changed', 'Test')
      const dialog = page.getByRole('dialog', { name: 'Test Event Mapping' })
      await dialog.getByLabel('Email').fill('ann@example.org')
      await dialog.getByLabel('Test data (JSON)').fill('{')
      await dialog.getByRole('button', { name: 'Send Test' }).click()
      await expect(page.getByText('Invalid JSON in test data').first()).toBeVisible()
    },
  },
  {
    name: 'email-mapping-delete',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/events?search=pin.changed')
      await act(page, 'pin.changed', 'Delete')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-mapping-decisions',
    async show(page, { admin, person }) {
      await callAs(admin, addSuppression, { body: { email: `none-${person.email}` } })
      await enter(page, admin, '/admin/email/events?search=user.registered')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(page.getByRole('heading', { name: 'Decisions', exact: true })).toBeVisible()
    },
  },
  {
    name: 'email-why-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/why')
      await heading(page, 'Nothing asked yet')
    },
  },
  {
    name: 'email-why-not',
    async show(page, { admin, person }) {
      await callAs(admin, addSuppression, { body: { email: person.email, detail: 'Asked by telephone' } })
      await enter(page, admin, `/admin/email/why?event=key.shared&email=${person.email}`)
      await expect(page.getByText(/^It is not sent to/)).toBeVisible()
    },
  },
  {
    name: 'email-why-unknown',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/why?event=key.shared&email=nobody@nowhere.example')
      await expect(page.getByText('Nobody has an account with this address.')).toBeVisible()
    },
  },
]
