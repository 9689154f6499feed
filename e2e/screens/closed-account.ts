import { expect, type Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { enter, type Person } from '../people.ts'
import { enrolTotp } from '../security-page.ts'
import { heading, type Screen } from './screen.ts'

/** As after an administrator set the PIN and changed the way of e-mail. */
async function close(person: Person, { stopped = false } = {}) {
  const until = "now() + interval '20 hours'"
  await inDatabase(
    person.app,
    `update users set closed_at = now() - interval '4 hours', codes_closed_until = ${until}, secrets_closed_until = ${until},
       stopped_at = ${stopped ? 'now()' : 'null'} where email = $1`,
    [person.email],
  )
  await inDatabase(
    person.app,
    `insert into hands (id, user_id, kind, by_name, happened_at)
       select gen_random_uuid(), users.id, kind, 'Maximiliane Administrator-Beispiel', now() - interval '4 hours'
       from users, unnest(array['pin_set', 'address_changed']) as kind where email = $1`,
    [person.email],
  )
}

async function openStopLink(page: Page, person: Person, state: 'good' | 'used') {
  const json = { state, purpose: 'stop', email: state === 'good' ? 'ann.with-a-long-address@example.org' : null }
  await page.route('**/api/auth/links/check', (route) => route.fulfill({ json }))
  await page.goto(`${person.app.url}/stop#token=${'x'.repeat(43)}`)
}

/** The policy belongs to the whole installation, which others share: the answer is what it would be. */
async function asksFor(page: Page, state: object) {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...state } })
  })
}

export const closedAccountScreens: Screen[] = [
  {
    name: 'account-closed',
    async show(page, { person }) {
      await enrolTotp(person)
      await close(person)
      await enter(page, person)
      await heading(page, 'Your codes are closed')
      await expect(page.getByText('set your PIN.')).toBeVisible()
    },
  },
  {
    name: 'account-closed-banner',
    async show(page, { person }) {
      await close(person)
      await enter(page, person)
      await page.getByRole('button', { name: 'Go on without codes' }).click()
      await expect(page.getByText('Your codes are closed.')).toBeVisible()
    },
  },
  {
    name: 'account-stopped',
    async show(page, { person }) {
      await close(person, { stopped: true })
      await enter(page, person)
      await heading(page, 'Your account is stopped')
      await expect(page.getByText('set your PIN.')).toBeVisible()
    },
  },
  {
    name: 'stop',
    async show(page, { person }) {
      await openStopLink(page, person, 'good')
      await heading(page, 'Stop this')
    },
  },
  {
    name: 'stop-used',
    async show(page, { person }) {
      await openStopLink(page, person, 'used')
      await heading(page, 'This link was used already')
    },
  },
  {
    name: 'second-factor-card',
    async show(page, { person }) {
      await asksFor(page, { second_factor_asked: { due_at: new Date(Date.now() + 3 * 86_400_000).toISOString() } })
      await enter(page, person)
      await expect(page.getByText('Protect your sign-in with a second factor')).toBeVisible()
    },
  },
  {
    name: 'second-factor-required',
    async show(page, { person }) {
      await asksFor(page, { enrolment_required: true })
      await enter(page, person)
      await heading(page, 'Add a second factor')
      await expect(page.getByText('Authenticator app', { exact: true })).toBeVisible()
    },
  },
]
