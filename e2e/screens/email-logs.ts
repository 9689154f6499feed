import { expect, type Page } from '@playwright/test'
import { enter, type Person } from '../people.ts'
import { button, heading, type Screen } from './screen.ts'

/** Mail that waits, since nothing takes it here. */
async function openLogs(page: Page, admin: Person, person: Person) {
  await enter(page, admin, `/admin/email/logs?search=${person.email}`)
  await expect(page.getByRole('table').getByText(person.email).first()).toBeVisible()
}

async function addAddress(page: Page, admin: Person, email: string) {
  await enter(page, admin, '/admin/email/suppressions')
  await button(page, 'Add address').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Reason').fill('Asked by telephone')
}

export const emailLogScreens: Screen[] = [
  { name: 'email-logs', show: (page, { admin, person }) => openLogs(page, admin, person) },
  {
    name: 'email-logs-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/logs?search=nobody%40nowhere.example')
      await heading(page, 'No email logs found')
    },
  },
  {
    name: 'email-log-details',
    async show(page, { admin, person }) {
      await openLogs(page, admin, person)
      await page
        .getByRole('button', { name: /^View details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Status timeline' })).toBeVisible()
    },
  },
  {
    name: 'email-suppressions',
    async show(page, { admin, person }) {
      await addAddress(page, admin, `off-${person.email}`)
      await page.getByRole('dialog').getByLabel('Email').press('Enter')
      await expect(page.getByRole('table').getByText(`off-${person.email}`)).toBeVisible()
    },
  },
  {
    name: 'email-suppression-add',
    async show(page, { admin }) {
      await addAddress(page, admin, 'not an address')
      await page.getByRole('dialog').getByLabel('Email').press('Enter')
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    },
  },
]
