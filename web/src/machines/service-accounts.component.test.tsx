import { getGroup } from '@twofold/contract/sharing/memberships'
import {
  acceptServiceAccountShare,
  addServiceAccount,
  createServiceAccountToken,
  deleteServiceAccount,
  listServiceAccounts,
  listServiceAccountShares,
  listServiceAccountTokens,
  revokeServiceAccountToken,
  type ServiceAccount,
  suspendServiceAccount,
} from '@twofold/contract/service-accounts'
import { listRefused, listTrusts } from '@twofold/contract/workload'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { bot as one, group } from '../testing/service-accounts.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const bot = { ...one, keys_waiting: 1, tokens: 1 }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const dialog = page.getByRole('dialog')
const accounts = page.getByRole('list', { name: 'Service accounts' })

/** The page of a group with these service accounts, and one of another group. */
async function openGroup(...own: Partial<ServiceAccount>[]) {
  signInWithKeys()
  serve(getGroup, { group, members: [], keys: [] })
  serve(listServiceAccounts, () => ({
    data: [...own, { ...bot, id: idOf(11), name: 'Other bot', group: { id: idOf(2), name: 'Others' } }] as ServiceAccount[],
  }))
  serve(listServiceAccountTokens, {
    data: [
      {
        id: idOf(30),
        name: 'Release',
        last_four: 'x7Qz',
        scopes: ['keys:read', 'codes:take'],
        takes_per_minute: 5,
        expires_at: inDays(60),
      },
    ],
  })
  serve(listServiceAccountShares, {
    data: [
      { id: idOf(20), key: { id: idOf(100), name: 'Registry', owner: { name: 'Bo' } }, is_accepted: false, approval: 'each' },
      { id: idOf(21), key: { id: idOf(101), name: 'Mirror', owner: { name: 'Cy' } }, is_accepted: true, approval: 'none' },
    ],
  })
  serve(listTrusts, { data: [], issuers: [], audience: '' })
  serve(listRefused, { data: [] })
  await open(`/groups/${group.id}`)
}
const manage = () => page.getByRole('button', { name: 'Manage Deploy bot' }).click()

test('the page of a group has its service accounts and those of no other, each with keys, tokens and last use', async () => {
  await openGroup(bot)
  await expect.element(accounts.getByRole('listitem')).toMatchTextContent(/Deploy bot.*1 key waits.*1 key · 1 token · Never used/)
  await expect.element(page.getByText('Other bot')).not.toBeInTheDocument()
  await manage()
  await expect
    .element(page.getByRole('list', { name: 'Keys of Deploy bot' }))
    .toMatchTextContent(/Registry.*Waits for you.*Owned by Bo · A person approves each code/)
  await expect
    .element(page.getByRole('list', { name: 'Tokens of Deploy bot' }))
    .toMatchTextContent(/twofold_svc_…x7Qz.*At most 5 codes a minute/)
  await expectAccessible()
})

test('the details of a service account follow the button Manage, also for the keyboard', async () => {
  await openGroup(bot)
  await manage()
  await expect.element(page.getByRole('button', { name: 'Accept Registry' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Accept Registry' })).toHaveFocus()
})

test('a service account without keys says how it gets one', async () => {
  await openGroup(bot)
  serve(listServiceAccountShares, { data: [] })
  await manage()
  await expect.element(page.getByText(/opens Share on that key and types the name Deploy bot/)).toBeVisible()
})

test('a service account is added to the group', async () => {
  await openGroup()
  await expect.element(page.getByText('The group has no service accounts.')).toBeVisible()
  await page.getByRole('button', { name: 'Add service account' }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/)
  serve(addServiceAccount, refusal('request.invalid', {}, { errors: { name: ['This name cannot be used.'] } }))
  await dialog.getByLabelText('Name').fill('Deploy bot')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription('This name cannot be used.')
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus()
  const added = serve(addServiceAccount, { message: 'Added.' })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(added.map(({ body }) => body)).toEqual([{ group_id: group.id, name: 'Deploy bot', description: '' }])
})

test('a token is made with limits on what it takes, and shown once', async () => {
  await openGroup(bot)
  await manage()
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Release')
  await expectAccessible()
  await dialog.getByLabelText('Codes a minute').fill('31')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByLabelText('Codes a minute')).toHaveAccessibleDescription(/Enter a number from 1 to 30/)
  await dialog.getByLabelText('Codes a minute').fill('5')
  await dialog.getByLabelText('Codes a day').fill('100')
  const made = serve(createServiceAccountToken, { token: { name: 'Release' }, secret: 'twofold_svc_shown_once' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByText('twofold_svc_shown_once')).toBeVisible()
  expect(made.map(({ params, body }) => [params.id, body])).toEqual([
    [idOf(10), { name: 'Release', expires_in_days: 90, networks: null, takes_per_minute: 5, takes_per_day: 100 }],
  ])
})

test('a key that waits is accepted, and a token revoked after a question', async () => {
  await openGroup(bot)
  await manage()
  const accepted = serve(acceptServiceAccountShare, { message: 'Accepted.' })
  await page.getByRole('button', { name: 'Accept Registry' }).click()
  await expect.element(page.getByText('Accepted.')).toBeVisible()
  expect(accepted.map(({ params }) => params)).toEqual([{ id: idOf(10), share_id: idOf(20) }])
  const revoked = serve(revokeServiceAccountToken, { message: 'Revoked.' })
  await page.getByRole('button', { name: 'Revoke Release' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect.poll(() => revoked.map(({ params }) => params)).toEqual([{ id: idOf(10), token_id: idOf(30) }])
})

test('a service account is suspended at once and deleted after a question; a refusal is said', async () => {
  await openGroup(bot)
  await manage()
  serve(suspendServiceAccount, refusal('service_accounts.not_found'))
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(page.getByText('There is no such service account.')).toBeVisible()
  const deleted = serve(deleteServiceAccount, { message: 'Deleted.' })
  await page.getByRole('button', { name: 'Delete Deploy bot' }).click()
  expect(deleted).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete service account' }).click()
  await expect.poll(() => deleted.map(({ params }) => params.id)).toEqual([idOf(10)])
})
