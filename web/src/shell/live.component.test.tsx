import { listOwnRequests } from '@twofold/contract/admin/requests'
import { listKeys } from '@twofold/contract/keys'
import { getFactors } from '@twofold/contract/factors'
import { liveStream } from '@twofold/contract/live'
import { listShares } from '@twofold/contract/sharing/grants'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noteVaultOpened } from '../lib/vault-lock.ts'
import { holdTimeEarly } from '../testing/clock.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const card = (name: string) => page.getByRole('article', { name })

/** The server's side of the stream. */
function serveLive() {
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  const say = (name: string, data: object = {}) => {
    for (const stream of open) stream.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
  }
  const calls = serve(liveStream, () => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        open.push(stream)
        stream.enqueue(new TextEncoder().encode(':\n\nevent: hello\ndata: {}\n\n'))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return {
    say,
    isHeard: () => expect.poll(() => calls.length).toBeGreaterThan(0),
    calls,
    hangUp() {
      for (const stream of open.splice(0)) stream.close()
    },
  }
}

/** The dashboard with one key, which hears what the server says. */
async function openListening() {
  const { own_keys } = signInWithKeys([{ name: 'Code host' }])
  const live = serveLive()
  await open('/dashboard')
  await expect.element(card('Code host')).toBeVisible()
  await live.isHeard()
  return { ...live, own_keys }
}

test('a code that somebody else copies is said at once, before anybody here copies it', async () => {
  holdTimeEarly()
  signInWithKeys([{ name: 'Code host', shared_with: 1 }])
  const live = serveLive()
  await open('/dashboard')
  await expect.element(card('Code host')).toMatchTextContent('123 456')
  await live.isHeard()
  live.say('taken', {
    key_id: idOf(100),
    time_window: Math.floor(Date.now() / 30_000),
    taken_by: 'Bo Example',
    taken_at: new Date().toISOString(),
  })
  await expect.element(card('Code host')).toMatchTextContent('Bo Example')
})

test('a reader of the people with a key sees within a moment that somebody copies its code', async () => {
  signInWithKeys([{ name: 'Code host', shared_with: 1 }])
  const bo = { id: idOf(50), name: 'Bo', email: 'bo@example.org', permission: 'view-only' as const }
  serve(listShares, { data: [bo] })
  const live = serveLive()
  await open('/dashboard')
  await page.getByRole('button', { name: 'Share Code host' }).click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Bo' })
  await expect.element(row).toMatchTextContent('Not used yet')
  await live.isHeard()
  const at = new Date().toISOString()
  serve(listShares, { data: [{ ...bo, last_used_at: at }] })
  live.say('taken', { key_id: idOf(100), time_window: Math.floor(Date.now() / 30_000), taken_by: 'Bo', taken_at: at })
  await expect.element(row).toMatchTextContent(/Copied a code \d+ s ago/)
})

test('a key that was taken back leaves the page at once, and one that was given appears', async () => {
  signInWithKeys([{ name: 'Code host' }], [{ name: 'Parcel portal' }])
  const live = serveLive()
  await open('/dashboard')
  await expect.element(card('Parcel portal')).toBeVisible()
  await live.isHeard()
  serve(listKeys, { own_keys: [{ id: idOf(100), name: 'Code host', type: 'totp', digits: 6, period: 30 }], shared_keys: [] })
  live.say('keys')
  await expect.element(card('Parcel portal')).not.toBeInTheDocument()
  await expect.element(card('Code host')).toBeVisible()
})

test('a vault that is locked elsewhere closes here, and hears again once it is open', async () => {
  signInWithKeys([{ name: 'Code host' }])
  const live = serveLive()
  serve(getFactors, {})
  await open('/dashboard')
  await expect.element(card('Code host')).toBeVisible()
  await live.isHeard()
  live.say('locked')
  await expect.element(page.getByRole('heading', { name: 'Your vault is locked' })).toBeVisible()
  await expect.element(card('Code host')).not.toBeInTheDocument()
  noteVaultOpened()
  await expect.element(card('Code host')).toBeVisible()
  await expect.poll(() => live.calls.length).toBe(2)
})

test('a request about the account that was carried out leaves the profile at once', async () => {
  signInWithProfile()
  const live = serveLive()
  serve(listOwnRequests, { data: [{ id: idOf(1), what: 'Set the PIN of Cleo Example', asker: { id: idOf(2), name: 'Ada' } }] })
  await open('/profile')
  await expect.element(page.getByRole('button', { name: 'Stop this' })).toBeVisible()
  await live.isHeard()
  serve(listOwnRequests, { data: [] })
  live.say('account')
  await expect.element(page.getByRole('button', { name: 'Stop this' })).not.toBeInTheDocument()
})

test('a session that was ended elsewhere ends here at once, and says why', async () => {
  const live = await openListening()
  serve(getCurrentUser, refusal('auth.session_revoked'))
  live.say('ended')
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect.element(page.getByText('This session was ended')).toBeVisible()
  await expect.element(card('Code host')).not.toBeInTheDocument()
})

test('after the connection broke the page listens again, and reloads what it may have missed', async () => {
  const live = await openListening()
  live.own_keys.splice(0, 1, { id: idOf(101), name: 'North Bank', type: 'totp', digits: 6, period: 30 })
  live.hangUp()
  await expect.element(card('North Bank')).toBeVisible()
  expect(live.calls.length).toBe(2)
})
