import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { expect, test } from 'vitest'
import { startEmailApp } from '../mail-delivery/testing/start-email-app.ts'

interface OpenApi {
  paths: Record<string, Record<string, unknown>>
}

test('every call of the e-mail system is for administrators: a user is refused, and nobody has to sign in', async () => {
  const app = await startEmailApp()
  const user = await app.signUp('bo@example.org')
  const { body } = await app.send<OpenApi>('GET', '/api/openapi.json')
  const calls = Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/api/admin/email/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace('{id}', '01890a5d-ac96-774b-bcce-b302099a8057')] as const),
    )
  expect(calls.length).toBeGreaterThanOrEqual(17)
  for (const [method, path] of calls) {
    const options = method === 'GET' ? {} : { body: {} }
    const [refused, stranger, allowed] = [
      await user.send(method, path, options),
      await app.send(method, path, options),
      await app.admin.send(method, path, options),
    ]
    expect([method, path, refused.status, stranger.status]).toEqual([method, path, 403, 401])
    expect([method, path, [401, 403, 500].includes(allowed.status)]).toEqual([method, path, false])
  }
})

test('a provider that is added twice with the same Idempotency-Key is there once', async () => {
  const { admin, db } = await startEmailApp()
  const body = {
    name: 'SES',
    provider: 'ses' as const,
    configuration: { key: 'AKIDEXAMPLE', secret: 'kept-secret-value', region: 'eu-west-1' },
    priority: 1,
  }
  const [first, second] = [
    await admin.call(createProvider, { body }, { 'idempotency-key': 'one' }),
    await admin.call(createProvider, { body }, { 'idempotency-key': 'one' }),
  ]
  expect(second.body).toEqual(first.body)
  expect(await db.selectFrom('email_providers').selectAll().execute()).toHaveLength(1)
})
