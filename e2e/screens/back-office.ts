import { expect } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { addKey, enter } from '../people.ts'
import { button, heading, type Screen } from './screen.ts'

/** Two endpoints, and what was sent to the first. */
async function putWebhooks(app: Parameters<typeof inDatabase>[0]) {
  await inDatabase(
    app,
    `insert into webhook_endpoints (id, name, url, event_types, signature, secret, is_active, disabled_because, failing_since, created_at) values
           ('01900000-0000-7000-8000-000000000031', 'Chat of the on-call team', 'https://chat.example.com/hooks/twofold', '{token.leaked,workload.replayed}',
             'v1', '', true, null, now() - interval '1 hour', now()),
           ('01900000-0000-7000-8000-000000000032', 'Old ticket system', 'https://tickets.example.com/in', '{token.created}', 'v1', '', false, 'gone', null, now())
         on conflict do nothing`,
  )
  await inDatabase(
    app,
    `insert into webhook_deliveries (id, endpoint_id, type, body, state, tries, last_status, last_tried_at, next_try_at, created_at) values
           ('01900000-0000-7000-8000-000000000041', '01900000-0000-7000-8000-000000000031', 'token.leaked', '{}', 'waiting', 3, 503, now(), now() + interval '1 day', now()),
           ('01900000-0000-7000-8000-000000000042', '01900000-0000-7000-8000-000000000031', 'webhook.test', '{}', 'delivered', 1, 204, now(), null, now())
         on conflict do nothing`,
  )
}

export const backOfficeScreens: Screen[] = [
  {
    name: 'admin-dashboard',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await heading(page, 'Total Users')
      await expect(page.getByText(/^\d+ checks passed\.$/)).toBeVisible()
      await expect(page.getByText(/in the 30 days before$/).first()).toBeVisible()
    },
  },
  {
    name: 'admin-dashboard-calm',
    async show(page, { admin }) {
      await page.route('**/api/admin/system/health', async (route) => {
        const answer = await route.fetch()
        const health = (await answer.json()) as { checks: object[] }
        await route.fulfill({
          response: answer,
          json: { ...health, checks: health.checks.map((check) => ({ ...check, status: 'healthy' })) },
        })
      })
      await page.route('**/api/admin/{requests,leavers}?*', (route) =>
        route.fulfill({ json: { data: [], current_page: 1, last_page: 1, per_page: 25, total: 0, from: 0, to: 0 } }),
      )
      await page.route('**/api/admin/mail-path', (route) => route.fulfill({ json: { changes: [] } }))
      await page.route('**/api/admin/first-steps', (route) => route.fulfill({ json: { steps: [] } }))
      await enter(page, admin, '/admin/dashboard')
      await heading(page, 'Nothing needs you')
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
    name: 'admin-requests',
    async show(page, { admin }) {
      const id = '01900000-0000-7000-8000-000000000088'
      await inDatabase(
        admin.app,
        `insert into requests (id, call, act, asker_name, asker_address, subject_name, reason, detail, impact, state, same_as, created_at, expires_at)
         values ($1::uuid, 'POST /admin/users/{id}/reset-password', 'set_password', 'Cy Muster', '127.0.0.1', 'Kit Sample', 'Kit forgot it.', '{}',
           '{"users":1,"keys":14,"shared_keys":0,"people":0,"sessions":3,"about":["01900000-0000-7000-8000-000000000087"]}', 'waiting', $1::text, now(), now() + interval '7 days')
         on conflict do nothing`,
        [id],
      )
      await inDatabase(
        admin.app,
        `insert into hands (id, kind, target_name, by_name, happened_at)
         values ('01900000-0000-7000-8000-000000000089', 'provider', 'Reserve SMTP', 'Cy Muster', now()) on conflict do nothing`,
      )
      // Approving requires a second factor.
      await inDatabase(admin.app, `update users set has_second_factor = true where email = $1`, [admin.email])
      await enter(page, admin, `/admin/requests?id=${id}`)
      await expect(button(page, 'Approve')).toBeVisible()
    },
  },
  {
    name: 'admin-request-cut-off',
    async show(page, { admin }) {
      const id = '01900000-0000-7000-8000-000000000086'
      await inDatabase(
        admin.app,
        `insert into requests (id, call, act, asker_name, asker_address, reason, detail, impact, sealed, state, same_as, created_at, expires_at, decided_at,
           decided_by_name, outcome, run_at)
         values ($1::uuid, 'POST /admin/users/bulk', 'bulk', 'Cy Muster', '127.0.0.1', 'The project is over.', '{"action":"deactivate","people":"3"}',
           '{"users":3,"keys":5,"shared_keys":0,"people":0,"sessions":2,"about":[]}', 'sealed', 'interrupted', $1::text, now() - interval '2 hours',
           now() + interval '7 days', now() - interval '1 hour', 'Di Probe', '1 of 3 done. Not done: Kit Sample, Gus Demo.', now())
         on conflict do nothing`,
        [id],
      )
      await enter(page, admin, `/admin/requests?id=${id}`)
      await expect(button(page, 'Resume')).toBeVisible()
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
    name: 'admin-audit',
    async show(page, { admin, person }) {
      await inDatabase(
        admin.app,
        `insert into audit_log (id, happened_at, actor_id, actor_name, actor_email, action, target_kind, target_id, target_name, before, after, ip)
         select gen_random_uuid(), now() - interval '1 hour', id, name, email, 'user.updated', 'user', id::text, name, '{"name": "Cleo"}', '{"name": "Cleo Example"}', '203.0.113.7'
         from users where email = $1`,
        [person.email],
      )
      await enter(page, admin, '/admin/audit')
      await expect(page.getByRole('table')).toContainText('User changed')
    },
  },
  {
    name: 'admin-audit-streams',
    async show(page, { admin }) {
      await inDatabase(
        admin.app,
        `insert into audit_streams (id, name, kind, configuration, sent_sequence, sent_at, failures, failing_since, last_error, next_try_at) values
           ('01900000-0000-7000-8000-000000000011', 'Collector', 'file', '{"file_name": "audit.jsonl"}', 1000000, now(), 0, null, null, now()),
           ('01900000-0000-7000-8000-000000000012', 'SIEM of the security team', 'https', '{"url": "https://siem.example.com/services/audit"}', 0, null,
             4, now() - interval '1 hour', 'The receiver answered 503.', now() + interval '1 hour')
         on conflict do nothing`,
      )
      await enter(page, admin, '/admin/audit/streams')
      await expect(page.getByText('Failing')).toBeVisible()
      await expect(page.getByText('Up to date')).toBeVisible()
    },
  },
  {
    name: 'admin-audit-stream-add',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/audit/streams')
      await button(page, 'Add stream').first().click()
      await page.getByLabel('Receiver').selectOption('s3')
    },
  },
  {
    name: 'admin-webhooks',
    async show(page, { admin }) {
      await putWebhooks(admin.app)
      await enter(page, admin, '/admin/webhooks')
      await expect(page.getByText('Failing')).toBeVisible()
    },
  },
  {
    name: 'admin-webhook-add',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/webhooks')
      await button(page, 'Add endpoint').first().click()
    },
  },
  {
    name: 'admin-webhook-messages',
    async show(page, { admin }) {
      await putWebhooks(admin.app)
      await enter(page, admin, '/admin/webhooks')
      await button(page, 'Actions for Chat of the on-call team').click()
      await page.getByRole('menuitem', { name: 'Show messages' }).click()
      await expect(page.getByText('204')).toBeVisible()
    },
  },
  {
    name: 'admin-access',
    async show(page, { admin, person }) {
      await addKey(person, { name: 'Code host' })
      // Others of this walk have keys as well, more than one page of them.
      await enter(page, admin, '/admin/access?key=Code%20host')
      await expect(page.getByRole('table')).toContainText('Code host')
    },
  },
  {
    name: 'admin-access-saved',
    async show(page, { admin, person }) {
      await addKey(person, { name: 'Code host' })
      await inDatabase(
        admin.app,
        `insert into saved_questions (id, name, filters, created_at)
         values (gen_random_uuid(), 'Partners', '{"question": "access", "domain": "example.org", "outside": "true"}', now()),
           (gen_random_uuid(), 'Everything about the bank', '{"question": "access", "key": "bank"}', now())`,
      )
      await enter(page, admin, '/admin/access?domain=example.org&outside=true')
      await expect(page.getByRole('link', { name: 'Partners' })).toBeVisible()
    },
  },
  {
    name: 'admin-access-showings',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/access?question=showings&domain=example.org&outside=true&key=nothing-like-this')
      await expect(page.getByText('Nothing found')).toBeVisible()
    },
  },
  {
    name: 'admin-user-devices',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/users?search=${person.email}`)
      await page.getByRole('table').getByRole('link', { name: person.name }).click()
      await page.getByRole('tab', { name: 'Sessions and Devices' }).click()
      await expect(page.getByRole('table', { name: 'Devices' })).toBeVisible()
    },
  },
  {
    name: 'admin-maintenance-banner',
    async show(page, { admin }) {
      await page.route('**/api/admin/dashboard', async (route) => {
        const figures = (await (await route.fetch()).json()) as object
        await route.fulfill({ json: { ...figures, maintenance: { until: '2026-11-20T22:30:00.000Z' } } })
      })
      await enter(page, admin, '/admin/dashboard')
      await expect(page.getByText('only administrators can work')).toBeVisible()
    },
  },
]
