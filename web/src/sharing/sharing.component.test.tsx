import { getGroup, listGroups } from '@twofold/contract/groups'
import { listKeys } from '@twofold/contract/keys'
import { findOffer, listShares, shareKey } from '@twofold/contract/sharing'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../testing/open.tsx'
import { refusal, serve, unreachable } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const share = page.getByRole('dialog', { name: 'Share 2FA Key' })
const people = page.getByRole('dialog', { name: 'People with access' })
const send = share.getByRole('button', { name: 'Share Key' })

async function openShare() {
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await page.getByRole('button', { name: 'Share Code host' }).click()
  await expect.element(share).toBeVisible()
}

test('an empty address is not sent, a wrong one is named, and keys reload only for a success', async () => {
  await openShare()
  const shares = serve(shareKey, { type: 'warning', message: 'This key is already yours.' })
  const lists = serve(listKeys, {})
  await send.click()
  await share.getByLabelText('User Email').fill('nobody')
  await send.click()
  await expect.element(share.getByText('Please enter a valid email address')).toBeVisible()
  expect(shares).toEqual([])
  await share.getByLabelText('User Email').fill('cleo@example.org')
  await send.click()
  await expect.element(page.getByText('This key is already yours.')).toBeVisible()
  await expect.element(share).toBeVisible()
  expect(shares).toHaveLength(1)
  expect(lists).toEqual([])
})

test('an address and a group that have the key already are said to, and an ended share is not', async () => {
  const operations = { id: idOf(5), name: 'Operations', members: 3 }
  serve(listShares, {
    data: [
      { name: 'Mia', email: 'mia@example.org', permission: 'view-only', group: null, is_expired: false },
      { name: null, email: 'cleo@example.org', permission: 'admin', group: null, is_expired: true },
      { name: null, email: null, permission: 'admin', group: operations, is_expired: false },
    ],
  })
  signInWithKeys([{ name: 'Code host' }])
  serve(listGroups, { own_groups: [operations, { id: idOf(6), name: 'Finance', members: 2 }] })
  await open('/dashboard')
  await page.getByRole('button', { name: 'Share Code host' }).click()
  const address = share.getByLabelText('User Email')
  await address.fill(' Mia@Example.org ')
  await expect.element(share.getByText('Mia already has View Only access. Sharing again changes it.')).toBeVisible()
  await address.fill('cleo@example.org')
  await expect.element(address).toHaveAccessibleDescription('No account yet? They’ll get an invitation.')
  const target = share.getByRole('combobox', { name: 'Share with' })
  await target.selectOptions('Group: Operations')
  await expect.element(target).toHaveAccessibleDescription('Operations already has Admin access. Sharing again changes it.')
  await target.selectOptions('Group: Finance')
  await expect.element(target).toHaveAccessibleDescription('2 people are in it now.')
})

test('while it is under way nothing is sent twice, and a failure keeps what was typed', async () => {
  await openShare()
  const held = Promise.withResolvers<undefined>()
  const calls = serve(shareKey, async () => {
    await held.promise
    return unreachable()
  })
  await share.getByLabelText('User Email').fill('mia@example.org')
  await send.click()
  await expect.element(share.getByRole('button', { name: 'Sharing...' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  held.resolve(undefined)
  await expect.element(page.getByRole('alert').getByText('Failed to share key. Please try again.')).toBeVisible()
  await expect.element(share.getByLabelText('User Email')).toHaveValue('mia@example.org')
  expect(calls).toHaveLength(1)
})

test('when the list of people fails to load it says so, and Retry loads it', async () => {
  serve(listShares, refusal('server.failed'))
  serve(findOffer, {})
  await openShare()
  await share.getByRole('button', { name: 'People with access' }).click()
  await expect.element(people.getByRole('heading', { name: 'Who has this key could not be loaded' })).toBeVisible()
  serve(listShares, {})
  await people.getByRole('button', { name: 'Retry' }).click()
  await expect.element(people.getByRole('heading', { name: 'Only you have this key' })).toBeVisible()
})

test('groups that fail to load are said to, and Retry loads them', async () => {
  signInWithKeys()
  serve(listGroups, refusal('server.failed'))
  await open('/groups')
  await expect.element(page.getByRole('heading', { name: 'Your groups could not be loaded' })).toBeVisible()
  serve(listGroups, {})
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'You have no groups' })).toBeVisible()
})

test('own keys that fail to load are not said to be in the group, and Retry loads them', async () => {
  signInWithKeys()
  serve(getGroup, { group: { id: idOf(5), name: 'Operations' } })
  serve(listKeys, refusal('server.failed'))
  await open(`/groups/${idOf(5)}`)
  await page.getByRole('button', { name: 'Share keys', exact: true }).click()
  const sharing = page.getByRole('dialog', { name: 'Share keys with Operations' })
  await expect.element(sharing.getByRole('heading', { name: 'Your keys could not be loaded' })).toBeVisible()
  serve(listKeys, {})
  await sharing.getByRole('button', { name: 'Retry' }).click()
  await expect.element(sharing.getByText('You have no keys of your own to share.')).toBeVisible()
})
