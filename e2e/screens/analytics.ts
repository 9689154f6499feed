import { expect, type Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { addKey, enter, type Person } from '../people.ts'
import { failed, heading, type Screen } from './screen.ts'

/** History of an installation of some age: figures of the last months, with a weekly rhythm. */
async function fillHistory({ app }: Person) {
  await inDatabase(
    app,
    `insert into day_figures (day, figure, count)
     select (now() at time zone 'UTC')::date - ago, figure,
       greatest(0, round(size * (1 + 0.5 * sin(ago / 1.1) + 0.4 * cos(ago / 5.0) - ago / 160.0)))
     from generate_series(1, 190) ago,
       (values ('sign_ups', 3), ('sign_ins', 42), ('failed_sign_ins', 4), ('keys_made', 9), ('shares_made', 4), ('codes_shown', 210), ('copies', 96),
         ('mails_sent', 64), ('mails_delivered', 60), ('mails_failed', 2), ('mails_bounced', 1), ('mails_opened', 31)) figures (figure, size)
     on conflict do nothing`,
  )
}

async function fillProgress({ app }: Person) {
  const today = `date_trunc('day', now(), 'UTC')`
  await inDatabase(app, `insert into day_figures_progress (counted_until) values (${today}) on conflict do nothing`)
}

async function show(page: Page, admin: Person, person: Person, search: string) {
  await fillHistory(admin)
  await fillProgress(admin)
  for (const name of ['Code host', 'Registrar', 'North Bank']) await addKey(person, { name })
  await enter(page, admin, `/admin/analytics${search}`)
  await heading(page, 'System Analytics')
}

export const analyticsScreens: Screen[] = [
  {
    name: 'admin-analytics',
    async show(page, { admin, person }) {
      await show(page, admin, person, '')
      await expect(page.locator('.day-chart-drawing svg').nth(5)).toBeVisible()
    },
  },
  {
    name: 'admin-analytics-tables',
    async show(page, { admin, person }) {
      await show(page, admin, person, '?from=2026-11-01&to=2026-11-14&tables=logins,growth,mail')
      await expect(page.getByRole('table', { name: 'Login Activity Patterns' })).toBeVisible()
    },
  },
  {
    name: 'admin-analytics-risks',
    async show(page, { admin, person }) {
      await show(page, admin, person, '?tab=risks')
      await expect(page.getByRole('table', { name: 'Single holder' })).toBeVisible()
    },
  },
  {
    name: 'admin-analytics-inactive',
    async show(page, { admin, person }) {
      await addKey(person, { name: 'Code host' })
      await inDatabase(admin.app, `update users set is_active = false where email = $1`, [person.email])
      await enter(page, admin, '/admin/analytics?tab=risks&risk=inactive_owners')
      await expect(page.getByRole('link', { name: `Leaver plan: ${person.name}` }).first()).toBeVisible()
    },
  },
  {
    name: 'admin-analytics-no-risks',
    async show(page, { admin, person }) {
      await show(page, admin, person, '?tab=risks&risk=stale_shares')
      await heading(page, 'Nothing here')
    },
  },
  {
    name: 'admin-analytics-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route('**/api/admin/analytics*', (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/analytics')
      await heading(page, 'Failed to load analytics')
    },
  },
]
