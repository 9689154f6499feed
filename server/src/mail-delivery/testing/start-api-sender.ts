import type { SesConfiguration, ZohoConfiguration } from '@twofold/contract/mail-delivery/providers'
import { onTestFinished } from 'vitest'
import { createOutboundClient, type OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { createPinnedHosts } from '../../platform/outbound/pinned-host.ts'
import type { HttpsSink } from '../../platform/testing/https-sink.ts'
import type { Sender } from '../providers/sender.ts'
import { createSesSender } from '../delivery/ses-sender.ts'
import { createZeptomailSender } from '../delivery/zeptomail-sender.ts'
import { startFakeSes } from './fake-ses.ts'
import { startFakeZeptomail } from './fake-zeptomail.ts'

/** A sender that reaches `provider`, and one that reaches public hosts only. All end with the test. */
function startSender<Provider extends HttpsSink>(provider: Provider, create: (https: OutboundClient) => Sender) {
  const https = provider.client({ connect: 2000, response: 500 })
  const sender = create(https)
  onTestFinished(async () => {
    sender.close()
    https.close()
    await provider.close()
  })
  const publicOnly = create(createOutboundClient({ hosts: createPinnedHosts({ allowed: [] }), ca: provider.ca }))
  return { provider, sender, publicOnly }
}

export async function startSesSender({ now, ...changes }: Partial<SesConfiguration> & { now?: () => number } = {}) {
  const ses = await startFakeSes()
  const options = { endpoint: ses.origin, ...(now === undefined ? {} : { now }) }
  return startSender(ses, (https) => createSesSender({ ...ses.account, ...changes }, { https, ...options }))
}

export async function startZeptomailSender(changes: Partial<ZohoConfiguration> = {}) {
  const zeptomail = await startFakeZeptomail()
  const configuration = { api_key: zeptomail.token, from_email: 'vault@example.org', ...changes }
  return startSender(zeptomail, (https) => createZeptomailSender(configuration, { https, endpoint: zeptomail.endpoint }))
}
