import { expect, type Page } from '@playwright/test'
import { copiedCode } from '@twofold/contract/codes'
import { editKey } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from '../api.ts'
import { addKey, enter, newAccount, type Person, signUp } from '../people.ts'
import { button, type Cast, type Screen } from './screen.ts'

const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** So many keys that they are rows, of every kind: pinned, copied, shared both ways, taken by somebody else. */
async function openList(page: Page, { person }: Cast) {
  const friend = await signUp(person.app, newAccount('Bo Example'))
  const ids: string[] = []
  for (const [name, account, more] of [
    [
      'AWS root',
      'root@example.org',
      { tags: ['Infrastructure', 'Prod'], note: 'Break-glass account. Tell #ops before you sign in.', period: 300 },
    ],
    ['GitHub', 'ops@example.org', { tags: ['Infrastructure'], digits: 8 }],
    ['Stripe', 'ops@example.org', { tags: ['Finance'] }],
    ['Game shop', 'studio-games', { type: 'steam' }],
    ['Door controller', 'Building A', { type: 'hotp' }],
    ['Hetzner', 'cloud@example.org', { period: 60, tags: ['Infrastructure'] }],
    ['Internationale Zahlungsverkehrs- und Treuhandgesellschaft', 'buchhaltung.treuhand@niederlassung-sued.example.org', {}],
    ...['Figma', 'DigitalOcean', 'Dropbox', 'Registrar', 'Mail', 'North Bank'].map(
      (one) => [one, `${one.toLowerCase().replace(' ', '.')}@example.org`, {}] as const,
    ),
  ] as [string, string, object][]) {
    ids.push(await addKey(person, { name, account, ...more }))
  }
  const [aws = '', github = '', stripe = ''] = ids
  for (const id of [aws, github]) {
    await call(person.app, shareKey, { params: { id }, body: { email: friend.email } }, as(person))
    await call(person.app, editKey, { params: { id }, body: { favourite: true } }, as(person))
  }
  await call(person.app, copiedCode, { params: { id: stripe }, body: { code: 'current' } }, as(person))
  const theirs = await addKey(friend, { name: 'Cloudflare', account: 'root@example.org' })
  await call(person.app, shareKey, { params: { id: theirs }, body: { email: person.email } }, as(friend))
  await call(person.app, copiedCode, { params: { id: aws }, body: { code: 'current' } }, as(friend))
  await enter(page, person)
  await expect(page.locator('.key-digits').first()).toHaveText(/\d{3}/)
}

/** With the panel, which comes a moment after the codes. */
async function openListWithPanel(page: Page, cast: Cast) {
  await openList(page, cast)
  await expect(page.locator('#key-panel')).toContainText('Break-glass account.')
}

async function openCompact(page: Page, cast: Cast) {
  await page.addInitScript(() => localStorage.setItem('key-view', 'compact'))
  await openList(page, cast)
}

export const vaultRowScreens: Screen[] = [
  { name: 'dashboard-list', show: openListWithPanel },
  {
    name: 'dashboard-list-search',
    async show(page, cast) {
      await openListWithPanel(page, cast)
      await page.getByRole('searchbox', { name: 'Search keys' }).fill('st')
      await expect(page.locator('.key-row')).toHaveCount(3)
    },
  },
  {
    name: 'dashboard-list-selecting',
    async show(page, cast) {
      await openList(page, cast)
      await button(page, 'Select').click()
      await page.getByRole('checkbox').first().check()
      await expect(page.getByText('1 selected')).toBeVisible()
    },
  },
  { name: 'dashboard-compact', show: openCompact },
  {
    name: 'dashboard-key-sheet',
    async show(page, cast) {
      await openCompact(page, cast)
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Backup codes' })).toBeVisible()
    },
  },
]
