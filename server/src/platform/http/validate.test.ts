import { changeSettings } from '@twofold/contract/admin/settings'
import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { createPerson, startTestApp, testPassword, testPin } from '../../testing/start-test-app.ts'

test('a password that the installation finds too short is named together with malformed fields, in every call that takes a new one', async () => {
  const app = await startTestApp()
  const ada = await app.signUp('ada@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ada.email).execute()
  const signedIn = await app.call(signIn, { body: { email: ada.email, password: testPassword } })
  await createPerson(app.url, ada.email, signedIn.body.access_token ?? '').call(changeSettings, { body: { password_min_length: 24 } })
  const password = 'ten-chars!'
  const pair = { password, password_confirmation: password }
  for (const [path, body, malformed] of [
    ['/api/auth/register', { name: '', email: 'ann@example.org', pin: testPin, ...pair }, 'name'],
    ['/api/auth/setup', { name: '', email: 'ann@example.org', pin: testPin, token: 'x'.repeat(43), ...pair }, 'name'],
    ['/api/auth/invite/accept', { name: '', pin: testPin, token: 'x'.repeat(43), ...pair }, 'name'],
    ['/api/auth/password/reset', { token: '', ...pair }, 'token'],
  ] as const) {
    const { body: answer, status } = await app.send('POST', path, { body })
    expect([path, status, Object.keys(answer.errors ?? {}).toSorted()]).toEqual([path, 422, [malformed, 'password'].toSorted()])
  }
  // A password that is no new one is not judged so.
  const { body } = await app.send('POST', '/api/auth/login', { body: { email: 'nobody', password } })
  expect(Object.keys(body.errors ?? {})).toEqual(['email'])
})

test('times and ends that lie in the past are named together with malformed fields', async () => {
  const app = await startTestApp()
  const [ann, ada] = [await app.signUp('ann@example.org'), await app.signUp('ada@example.org')]
  const { key } = await ann.addKey('Code host')
  const past = new Date(app.clock.now() - 86_400_000).toISOString()
  const shared = await ann.send('POST', `/api/keys/${key.id}/share`, { body: { email: 'nobody', permission: 'view', expires_at: past } })
  expect(Object.keys(shared.body.errors ?? {}).toSorted()).toEqual(['email', 'expires_at'])
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ada.email).execute()
  const { body } = await app.send<{ access_token: string }>('POST', '/api/auth/login', {
    body: { email: ada.email, password: 'correct-horse-battery' },
  })
  const window = await app.send('POST', '/api/admin/system/maintenance', {
    body: { starts_at: past, ends_at: past, message: 5 },
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(Object.keys(window.body.errors ?? {}).toSorted()).toEqual(['ends_at', 'message', 'starts_at'])
})
