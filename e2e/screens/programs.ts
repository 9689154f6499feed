import { expect, type Page } from '@playwright/test'
import { addGroup } from '@twofold/contract/sharing/memberships'
import { editKey } from '@twofold/contract/keys'
import { verifyPin } from '@twofold/contract/pin'
import { addServiceAccount, createServiceAccountToken } from '@twofold/contract/service-accounts'
import { shareKey } from '@twofold/contract/sharing/grants'
import { takeCode } from '@twofold/contract/takes'
import { call } from '../api.ts'
import { addKey, enter, type Person } from '../people.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** A key whose codes are only taken. Those that pages had when it became one are of a period that is over soon. */
async function openExclusive(page: Page, { person }: Cast) {
  const id = await addKey(person, { name: 'Package registry', account: 'release@example.org', period: 5 })
  await call(person.app, editKey, { params: { id }, body: { exclusive: true } }, as(person))
  await enter(page, person)
}

/** A service account of a group, with a key of which somebody approves each code, and its token. */
async function makeBot(person: Person) {
  const { app } = person
  const { group } = await call(app, addGroup, { body: { name: 'Releases' } }, as(person))
  const { service_account: bot } = await call(app, addServiceAccount, { body: { group_id: group.id, name: 'Deploy bot' } }, as(person))
  const id = await addKey(person, { name: 'Package registry' })
  await call(app, shareKey, { params: { id }, body: { service_account_id: bot.id, approval: 'each' } }, as(person))
  await call(app, verifyPin, { body: { pin: person.pin } }, as(person))
  const params = { id: bot.id }
  const body = { name: 'Nightly release', expires_in_days: 90, takes_per_minute: 5 }
  const { secret = '' } = await call(app, createServiceAccountToken, { params, body }, as(person))
  return { group: group.id, key: id, secret }
}

/** The bot asks for a code, and waits. */
async function askForCode(person: Person) {
  const { key, secret } = await makeBot(person)
  const body = {
    wait_seconds: 600,
    hold_seconds: 0,
    reason: 'Release 4.2 <b>now</b>',
    run: { id: '7', url: 'https://ci.example.org/7' },
  }
  return call(person.app, takeCode, { params: { id: key }, body }, { authorization: `Bearer ${secret}` })
}

export const programScreens: Screen[] = [
  {
    name: 'key-exclusive',
    async show(page, cast) {
      await openExclusive(page, cast)
      await expect(button(page, 'Take a code of Package registry')).toBeVisible()
    },
  },
  {
    name: 'key-exclusive-taken',
    async show(page, cast) {
      await openExclusive(page, cast)
      await button(page, 'Take a code of Package registry').click()
      await expect(page.getByText('Nobody else gets this code.')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'take-approval',
    async show(page, { person }) {
      await askForCode(person)
      await enter(page, person)
      await expect(page.getByRole('dialog', { name: 'Deploy bot wants a code of Package registry' })).toBeVisible()
    },
  },
  {
    name: 'take-decision',
    async show(page, { person }) {
      const { take } = await askForCode(person)
      // Nobody hears of the bot again, so ten seconds later it would wait no longer.
      let asked: object | undefined
      await page.route('**/api/takes/approvals', async (route) => {
        asked ??= (await (await route.fetch()).json()) as object
        await route.fulfill({ json: asked })
      })
      await enter(page, person, `/approve/${take.id}`)
      await heading(page, 'Deploy bot wants a code of Package registry')
    },
  },
  {
    name: 'take-decided',
    async show(page, { person }) {
      await enter(page, person, '/approve/01990000-0000-7000-8000-000000000001')
      await heading(page, 'This request no longer waits')
    },
  },
  {
    name: 'group-service-accounts',
    async show(page, { person }) {
      const { group } = await makeBot(person)
      await enter(page, person, `/groups/${group}`)
      await heading(page, 'Releases')
      await button(page, 'Manage Deploy bot').click()
      await expect(page.getByText('At most 5 codes a minute')).toBeVisible()
    },
  },
  {
    name: 'admin-programs',
    async show(page, { person, admin }) {
      await makeBot(person)
      await enter(page, admin, '/admin/programs')
      await heading(page, 'Programs')
      await expect(page.getByText('Nightly release').first()).toBeVisible()
    },
  },
  {
    name: 'admin-issuer',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/programs')
      await button(page, 'Add issuer').click()
      await expect(page.getByRole('dialog', { name: 'Add issuer' })).toBeVisible()
    },
  },
]
