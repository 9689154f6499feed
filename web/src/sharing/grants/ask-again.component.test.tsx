import { askAgain, type EndedKey, listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import { listShares, shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import type { Said } from '../../testing/example.ts'
import { open } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'

const ended = page.getByRole('region', { name: 'Access ended' })
const row = (name: string) => ended.getByRole('listitem').filter({ hasText: name })
const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()
const mail: Said<EndedKey> = {
  id: idOf(1),
  name: 'Mail',
  shared_by: { name: 'Ann Example' },
  because: 'time',
  ended_at: hourAgo(),
  asked_at: null,
  can_ask: true,
}

test('keys whose share has ended stand below the others, and are asked for with one button', async () => {
  signInWithKeys([{ name: 'Code host' }])
  const revoked = { ...mail, id: idOf(2), name: 'Cloud', because: 'owner' as const, asked_at: hourAgo(), can_ask: false }
  serve(listEndedKeys, { data: [mail, revoked] })
  await open('/dashboard')
  await expect.element(row('Mail')).toMatchTextContent(/Shared by Ann Example, ran out 1 h ago/)
  await expect.element(row('Cloud')).toMatchTextContent(/Ann Example ended your access 1 h ago.*Asked 1 h ago/)
  await expect.element(row('Cloud').getByRole('button')).not.toBeInTheDocument()
  await expectAccessible()
  const asked = serve(askAgain, () => {
    serve(listEndedKeys, { data: [{ ...mail, asked_at: new Date().toISOString(), can_ask: false }] })
    return { message: 'You asked Ann Example to share the key again.' }
  })
  await row('Mail').getByRole('button', { name: 'Ask again for Mail' }).click()
  await expect.element(page.getByText('You asked Ann Example to share the key again.')).toBeVisible()
  await expect.element(row('Mail')).toMatchTextContent(/Asked/)
  expect(asked.map(({ params }) => params.id)).toEqual([idOf(1)])
})

test('somebody who has no other keys sees them, too, and a refusal is said', async () => {
  signInWithKeys()
  serve(listEndedKeys, { data: [mail] })
  serve(askAgain, refusal('sharing.asked_already'))
  await open('/dashboard')
  await row('Mail').getByRole('button').click()
  await expect.element(page.getByText('You asked for this key within the last day.')).toBeVisible()
})

test('without any there is no such section', async () => {
  signInWithKeys([{ name: 'Code host' }])
  const lists = serve(listEndedKeys, {})
  await open('/dashboard')
  await expect.poll(() => lists.length).toBeGreaterThan(0)
  await expect.element(ended).not.toBeInTheDocument()
})

test('the owner sees who asks, with the former level, and gives access again with one button', async () => {
  signInWithKeys([{ name: 'Code host' }])
  const asked = { id: idOf(50), email: 'bo@example.org', permission: 'admin' as const, ended_at: hourAgo(), asked_at: hourAgo() }
  serve(listShares, { asked: [asked] })
  await open('/dashboard')
  await page.getByRole('button', { name: 'Share Code host' }).click()
  const asking = page.getByRole('dialog', { name: 'Access to Code host' }).getByRole('list', { name: 'Asking for access' })
  await expect.element(asking).toMatchTextContent(/bo@example.org.*Asked 1 h ago, had Admin/)
  await expectAccessible()
  const shared = serve(shareKey, () => {
    serve(listShares, { data: [{ id: idOf(51), email: 'bo@example.org', permission: 'admin' }] })
    return { type: 'success', message: 'Key shared with bo@example.org.' }
  })
  await asking.getByRole('button', { name: 'Give again to bo@example.org' }).click()
  await expect.element(asking).not.toBeInTheDocument()
  expect(shared).toMatchObject([{ params: { id: idOf(100) }, body: { email: 'bo@example.org', permission: 'admin' } }])
})
