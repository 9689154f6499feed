import { rotateWebhook } from '@twofold/contract/webhooks'
import { expect, test } from 'vitest'
import type { SunkRequest } from '../platform/testing/https-sink.ts'
import { isSignedBy, isVerified } from './testing/check-signature.ts'
import { startWebhooks } from './testing/start-webhooks.ts'

const hour = 60 * 60_000

async function startWith(signature: 'v1' | 'v1a') {
  const started = await startWebhooks()
  const { webhook, secret } = await started.add({ signature })
  const rotate = () => started.root.call(rotateWebhook, { params: { id: webhook.id } })
  /** The message that is sent so much later. */
  async function messageAfter(milliseconds: number) {
    await started.after(milliseconds)
    await started.happen()
    await started.after(0)
    return started.sink.requests.at(-1) as SunkRequest
  }
  return { ...started, webhook, secret, rotate, messageAfter }
}

test('while a secret is being replaced, messages have both signatures for 24 hours', async () => {
  const { secret: former, rotate, messageAfter } = await startWith('v1')
  const rotated = (await rotate()).body
  const signaturesOf = ({ headers }: SunkRequest) => String(headers['webhook-signature']).split(' ').length
  expect(rotated.secret).not.toBe(former)
  const overlapping = await messageAfter(0)
  expect([isVerified(former ?? '', overlapping), isVerified(rotated.secret ?? '', overlapping)]).toEqual([true, true])
  expect(signaturesOf(await messageAfter(24 * hour - 1))).toBe(2)
  expect(signaturesOf(await messageAfter(1))).toBe(1)
})

test('a secret that is renewed again within 24 hours leaves every former one signing for its own 24 hours', async () => {
  const { webhook, rotate, after, messageAfter } = await startWith('v1a')
  const keys = [webhook.public_key ?? '']
  for (let count = 1; count <= 3; count += 1) {
    const { body } = await rotate()
    expect(body.webhook.former_secrets).toBe(count)
    keys.push(body.webhook.public_key ?? '')
    await after(hour)
  }
  const signersAfter = async (milliseconds: number) => {
    const message = await messageAfter(milliseconds)
    return keys.map((key) => isSignedBy(key, message))
  }
  expect(await signersAfter(21 * hour - 1)).toEqual([true, true, true, true])
  expect(await signersAfter(1)).toEqual([false, true, true, true])
  expect(await signersAfter(hour)).toEqual([false, false, true, true])
  expect(await signersAfter(hour)).toEqual([false, false, false, true])
})

test('a secret is renewed 5 times within 24 hours at most, and again when the oldest has run out', async () => {
  const { app, webhook, rotate } = await startWith('v1')
  for (let count = 0; count < 5; count += 1) expect((await rotate()).status).toBe(200)
  expect(await rotate()).toMatchObject({ status: 409, body: { code: 'webhooks.renewed_often', parameters: { limit: 5 } } })
  app.clock.advance(24 * hour)
  const later = await app.administrator('later@example.org')
  expect((await later.call(rotateWebhook, { params: { id: webhook.id } })).body.webhook.former_secrets).toBe(1)
})
