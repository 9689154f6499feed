import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { seed } from './seed.ts'
import { startOfWindow } from '../testing/start-of-window.ts'

test('the program of the sample data takes a code with what the demo prints, and nobody else gets that code', async () => {
  const app = await startTestApp({ now: startOfWindow() })
  const { keyId, token } = await seed(app)
  const take = (body: { hold_seconds?: number }) =>
    app.send<{ take: { state: string; code?: string } }>('POST', `/api/keys/${keyId}/take`, {
      headers: { authorization: `Bearer ${token}` },
      body: { min_valid_seconds: 1, ...body },
    })
  const { status, body } = await take({})
  expect([status, body.take.state]).toEqual([200, 'handed'])
  expect(body.take.code).toMatch(/^\d{6}$/)
  const { take: second } = (await take({ hold_seconds: 0 })).body
  expect(second.code).not.toBe(body.take.code)
})
