import type { ProviderConfiguration } from '@twofold/contract/email/providers'
import type { HttpsClient } from './https-client.ts'
import type { PinnedHosts } from './pinned-host.ts'
import type { Sender } from './sender.ts'
import { createSesSender } from './ses-sender.ts'
import { createSmtpSender } from './smtp-sender.ts'
import { createZeptomailSender } from './zeptomail-sender.ts'

/** How a configured provider is sent through. Keep it as long as its configuration stays: it keeps connections open. */
export function createSender(provider: ProviderConfiguration, deps: { hosts: PinnedHosts; https: HttpsClient }): Sender {
  switch (provider.provider) {
    case 'smtp':
      return createSmtpSender(provider.configuration, deps)
    case 'ses':
      return createSesSender(provider.configuration, deps)
    case 'zoho':
      return createZeptomailSender(provider.configuration, deps)
  }
}
