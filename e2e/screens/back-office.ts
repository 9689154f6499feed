import { expect } from '@playwright/test'
import { enter } from '../people.ts'
import { button, heading, type Screen } from './screen.ts'

export const backOfficeScreens: Screen[] = [
  {
    name: 'admin-dashboard',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await heading(page, 'Total Users')
    },
  },
  {
    name: 'admin-navigation',
    async show(page, { admin }) {
      await page.setViewportSize({ width: 320, height: 640 })
      await enter(page, admin, '/admin/dashboard')
      await button(page, 'Navigation').click()
      await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
    },
  },
  {
    name: 'admin-notifications',
    async show(page, { admin, person }) {
      await enter(page, admin, '/admin/notifications')
      await expect(page.getByText(person.email)).toBeVisible()
    },
  },
  {
    name: 'admin-notifications-menu',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await button(page, /^Notifications/).click()
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Notifications' })).toBeVisible()
    },
  },
  {
    name: 'command-palette',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await button(page, /^Search/).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'admin-users',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/users')
      await page.getByRole('checkbox').nth(1).check()
      await expect(page.getByText('1 selected')).toBeVisible()
    },
  },
  {
    name: 'admin-user',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/users?search=${person.email}`)
      await page.getByRole('table').getByRole('link', { name: person.name }).click()
      await heading(page, person.name)
    },
  },
  {
    name: 'admin-user-actions',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/users?search=${person.email}`)
      await page.getByRole('table').getByRole('link', { name: person.name }).click()
      await page.getByRole('tab', { name: 'Admin Actions' }).click()
      await expect(button(page, 'Reset Password')).toBeVisible()
    },
  },
  {
    name: 'admin-audit',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/audit')
      await heading(page, 'Acts')
      await expect(page.getByText('Loading...')).toBeHidden()
    },
  },
]
