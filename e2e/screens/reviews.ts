import { expect } from '@playwright/test'
import { startOfficeReview } from '@twofold/contract/admin/reviews'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from '../api.ts'
import { inDatabase } from '../database.ts'
import { addKey, enter, type Person } from '../people.ts'
import { button, type Screen } from './screen.ts'

const as = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })

/** An administrator asks about keys with a tag, of which the person has shared two. */
async function startReview(admin: Person, person: Person): Promise<string> {
  for (const name of ['Bank', 'Payroll of the whole company, with a long name']) {
    const id = await addKey(person, { name, tags: ['Finance'] })
    for (const email of ['bo@example.org', 'cy.with.a.long.address@partner.example.org'])
      await call(
        person.app,
        shareKey,
        { params: { id }, body: { email, permission: email.startsWith('bo') ? 'admin' : 'view' } },
        as(person),
      )
  }
  const due_at = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString()
  const { id } = await call(admin.app, startOfficeReview, { body: { scope: 'tag', tag: 'Finance', due_at } }, as(admin))
  await expect.poll(async () => (await inDatabase(admin.app, 'select state from reviews where id = $1', [id]))[0]?.['state']).toBe('open')
  return id
}

export const reviewScreens: Screen[] = [
  {
    name: 'admin-reviews',
    async show(page, { admin, person }) {
      await startReview(admin, person)
      await enter(page, admin, '/admin/reviews')
      await expect(page.getByRole('table')).toContainText('Keys with the tag Finance')
    },
  },
  {
    name: 'admin-review-start',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/reviews?domains=example.org')
      await button(page, 'Start a review').click()
      await expect(page.getByRole('textbox', { name: 'Domains' })).toHaveValue('example.org')
    },
  },
  {
    name: 'admin-review',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/reviews/${await startReview(admin, person)}`)
      await expect(page.getByRole('table')).toContainText(person.name)
    },
  },
  {
    name: 'review',
    async show(page, { admin, person }) {
      await enter(page, person, `/reviews/${await startReview(admin, person)}`)
      await page.getByRole('button', { name: 'Confirm bo@example.org for Bank' }).click()
      await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'reviews',
    async show(page, { admin, person }) {
      await startReview(admin, person)
      await enter(page, person, '/reviews')
      await expect(page.getByText('Keys with the tag Finance')).toBeVisible()
    },
  },
  {
    name: 'dashboard-review',
    async show(page, { admin, person }) {
      await startReview(admin, person)
      await enter(page, person)
      await expect(page.getByRole('link', { name: 'Review: Keys with the tag Finance' })).toBeVisible()
    },
  },
]
