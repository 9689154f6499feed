import { importKeys } from '@twofold/contract/transfer'
import { webhookPaths } from '@twofold/contract/mail-design/mail-paths'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from './start-test-app.ts'

test('an import with 700,000 unknown fields or four million objects is refused, and others are answered meanwhile', async () => {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const unknown = Array.from({ length: 700_000 }, (_, number) => `"f${number}":1`).join()
  const bodies = [
    `{"dry_run":true,"entries":[],${unknown}}`,
    `{"dry_run":true,"entries":[{"name":"a","uri":"b",${unknown}}]}`,
    `{"dry_run":true,"entries":[${'{},'.repeat(4_000_000)}{}]}`,
    `{"dry_run":true,"entries":${'['.repeat(1_000_000)}`,
    `{"dry_run":true,"entries":[{"name":"${'\\u0041'.repeat(2_000_000)}"}]}`,
  ]
  for (const raw of bodies) {
    const order: string[] = []
    const refused = ann.send(importKeys.method, `/api${importKeys.path}`, { raw }).then((answer) => {
      order.push('ann')
      return answer
    })
    // One after the other while the body still arrives: the node turns to them.
    for (let count = 0; count < 3; count++) {
      expect((await bo.send('GET', '/api/keys')).status).toBe(200)
      order.push('bo')
    }
    const { status, body } = await refused
    expect([status, body.code]).toEqual([413, 'request.too_many_parts'])
    expect(order.indexOf('bo')).toBeLessThanOrEqual(1)
  }
  expect(app.logged()).toBe('')
})

test('a request that claims to be a provider and posts very many values is turned away before anything parses it', async () => {
  const app = await startTestApp({ env: { SES_TOPIC_ARNS: 'arn:aws:sns:eu-west-1:123456789012:mail' } })
  const bodies = [`[${'{},'.repeat(150_000)}{}]`, '['.repeat(500_000), `{"Message":[${'0,'.repeat(200_000)}0]}`]
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  for (const raw of bodies) {
    const { status } = await app.send('POST', webhookPaths.ses, { raw, headers: { 'content-type': 'text/plain; charset=UTF-8' } })
    expect(status).toBe(403)
  }
  expect(parse.mock.calls.filter(([text]) => bodies.includes(text))).toEqual([])
})
