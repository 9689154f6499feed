import { expect, onTestFinished, test } from 'vitest'
import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import { sampleMail, sendOptions } from '../testing/sample-mail.ts'
import { createSender } from './create-sender.ts'
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts'
import { createPinnedHosts } from '../../platform/outbound/pinned-host.ts'

const providers: [ProviderConfiguration, string][] = [
  [
    { provider: 'smtp', configuration: { host: 'mail.example.org', port: 587, username: 'u', password: 'p', encryption: 'tls' } },
    'mail.example.org',
  ],
  [{ provider: 'ses', configuration: { key: 'k', secret: 's', region: 'eu-west-1' } }, 'email.eu-west-1.amazonaws.com'],
  [{ provider: 'zoho', configuration: { api_key: 'k', from_email: 'a@example.org' } }, 'api.zeptomail.com'],
]

test.each(providers)('$provider goes to %2$s, and through the check of hosts', async (provider, host) => {
  const asked: string[] = []
  const hosts = createPinnedHosts({ allowed: [], resolveHost: (name) => (asked.push(name), Promise.resolve(['10.0.0.1'])) })
  const https = createOutboundClient({ hosts })
  const sender = createSender(provider, { hosts, https })
  onTestFinished(() => (sender.close(), https.close()))
  expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'provider_failed', needsAttention: true })
  expect(asked).toEqual([host])
})
