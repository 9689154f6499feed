import { getGroup, listGroups } from '@twofold/contract/groups'
import { listKeys } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

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
