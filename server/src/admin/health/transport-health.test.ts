import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { changeSettings } from '@twofold/contract/admin/settings'
import { expect, onTestFinished, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { makeCertificate } from '../../platform/testing/make-certificate.ts'
import { look } from '../../testing/look-at-health.ts'

test('plain HTTP is a warning where others than this machine can come in', async () => {
  const app = await startEmailApp({ env: { APP_URL: 'http://vault.example.lan:3000' } })
  expect(await look(app, 'transport')).toMatchObject({ status: 'warning', remedy: '/admin/system/remedies#transport' })
})

/** A server with a certificate that ends in ten days, and how often it was reached. */
async function startEnding(at: number) {
  const server = createServer(makeCertificate({ notAfter: new Date(at + 10 * 86_400_000) })).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  let reached = 0
  server.on('connection', () => (reached += 1))
  await once(server, 'listening')
  return { address: `https://localhost:${(server.address() as AddressInfo).port}`, reached: () => reached }
}

test('a certificate that ends within two weeks is a warning, read where people reach the vault', async () => {
  const at = Date.parse('2026-11-20T09:00:00Z')
  const { address } = await startEnding(at)
  const app = await startEmailApp({ env: { APP_URL: address }, now: at })
  expect(await look(app, 'transport')).toMatchObject({
    status: 'warning',
    message: `People reach Twofold by HTTPS, at ${address}. Its certificate expires in 10 days, on 2026-11-30: renew it.`,
  })
})

test.each([
  [{}, false],
  [{ OUTBOUND_ALLOW: 'localhost' }, true],
])('an address that was typed into a screen is looked for in the private network with %o: %s', async (env, isReached) => {
  const { address, reached } = await startEnding(Date.now())
  const app = await startEmailApp({ env })
  await app.admin.call(changeSettings, { body: { address } })
  expect(await look(app, 'transport')).toMatchObject({ message: expect.stringContaining(address) as string })
  expect(reached() > 0).toBe(isReached)
})
