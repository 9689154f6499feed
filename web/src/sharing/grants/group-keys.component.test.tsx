import { getGroup } from '@twofold/contract/sharing/memberships'
import { listKeys } from '@twofold/contract/keys'
import { changeShare, revokeShare } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'

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

test('the level of a key can be changed for the whole group, and the key be taken from it', async () => {
  signInWithKeys([{ id: idOf(100), name: 'Code host' }])
  const keys = [{ id: idOf(100), name: 'Code host', share_id: idOf(50), permission: 'view-only' as 'view-only' | 'admin' }]
  serve(getGroup, () => ({ group: { id: idOf(1), name: 'Operations', keys: 1 }, keys }))
  const changed = serve(changeShare, ({ body: { permission } }) => {
    Object.assign(keys[0] ?? {}, { permission })
    return { message: 'Access changed.' }
  })
  const revoked = serve(revokeShare, () => {
    keys.length = 0
    return { message: 'No longer shared.' }
  })
  await open(`/groups/${idOf(1)}`)
  await button('Change access to Code host').click()
  const change = page.getByRole('dialog', { name: 'Change access' })
  await change.getByRole('radio', { name: 'Admin' }).click({ force: true })
  await change.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Code host' })).toMatchTextContent(/Admin/)
  await button('Stop sharing Code host').click()
  expect(revoked).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect.element(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible()
  const params = { id: idOf(100), share_id: idOf(50) }
  expect(changed.map((call) => [call.params, call.body.permission])).toEqual([[params, 'admin']])
  expect(revoked.map((call) => call.params)).toEqual([params])
})
