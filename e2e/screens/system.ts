import { expect } from '@playwright/test'
import { enter } from '../people.ts'
import { button, heading, type Screen } from './screen.ts'

const failed = {
  data: [
    {
      id: '0199f2a0-0000-7000-8000-000000000001',
      queue: 'event.mail',
      cause: 'connect ECONNREFUSED 192.0.2.10:587',
      tries: 11,
      request_id: '0199f29f-c3a0-7000-8000-00000000002a',
      created_at: '2026-11-20T08:00:00.000Z',
      failed_at: '2026-11-20T09:12:00.000Z',
    },
  ],
  current_page: 1,
  last_page: 1,
  per_page: 25,
  total: 1,
  from: 1,
  to: 1,
}

export const systemScreens: Screen[] = [
  {
    name: 'admin-system',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/system')
      await heading(page, 'Server clock Healthy')
    },
  },
  {
    name: 'admin-system-cleanup',
    async show(page, { admin }) {
      await page.route('**/api/admin/cleanup', (route) =>
        route.fulfill({
          json: {
            message: 'Nothing was removed: this was counted only.',
            dry_run: true,
            results: { type: 'expired_shares', count: 12, people: 4, keys: 3, sample: ['Bank', 'Code host', 'Mail of the whole company'] },
          },
        }),
      )
      await enter(page, admin, '/admin/system')
      await button(page, 'Clean up: Expired shares').click()
      await expect(page.getByRole('alertdialog')).toContainText('12')
    },
  },
  {
    name: 'admin-system-jobs',
    async show(page, { admin }) {
      await page.route('**/api/admin/system/jobs/failed*', (route) => route.fulfill({ json: failed }))
      await enter(page, admin, '/admin/system?tab=jobs')
      await expect(page.getByText('system.health').first()).toBeVisible()
    },
  },
  {
    name: 'admin-system-maintenance',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/system?tab=maintenance')
      await expect(button(page, 'Schedule maintenance')).toBeVisible()
    },
  },
  {
    name: 'admin-system-schedule',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/system?tab=maintenance')
      await button(page, 'Schedule maintenance').click()
      await expect(page.getByRole('dialog').getByLabel('From')).toBeVisible()
    },
  },
  {
    name: 'admin-system-notices',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/system?tab=notices')
      await expect(page.getByLabel('Title')).toBeVisible()
      await heading(page, 'Releases')
    },
  },
  {
    name: 'admin-system-report',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/system/report')
      await heading(page, 'Installation')
    },
  },
  {
    name: 'admin-system-remedies',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/system/remedies')
      await heading(page, 'Remedies')
    },
  },
  {
    name: 'maintenance',
    async show(page, { person }) {
      await page.route('**/api/auth/user', (route) =>
        route.fulfill({
          status: 503,
          json: {
            code: 'maintenance.active',
            message: 'Maintenance is under way.',
            parameters: { until: '2026-11-20T22:30:00.000Z', note: 'We move to a bigger machine. Codes are back by half past ten.' },
          },
        }),
      )
      await enter(page, person)
      await heading(page, 'Down for maintenance')
    },
    allowed: /status of 503/,
  },
]
