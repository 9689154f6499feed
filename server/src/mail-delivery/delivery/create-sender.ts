import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import type { PinnedHosts } from '../../platform/outbound/pinned-host.ts'
import type { Sender } from '../providers/sender.ts'

/** Creates the sender for a configured provider. Keep it as long as the configuration is unchanged: it holds connections open. */
export function createSender(provider: ProviderConfiguration, deps: { hosts: PinnedHosts; https: OutboundClient }): Sender {
  switch (provider.provider) {
    case 'smtp':
      return loadedWhenUsed(async () => (await import('./smtp-sender.ts')).createSmtpSender(provider.configuration, deps))
    case 'ses':
      return loadedWhenUsed(async () => (await import('./ses-sender.ts')).createSesSender(provider.configuration, deps))
    case 'zoho':
      return loadedWhenUsed(async () => (await import('./zeptomail-sender.ts')).createZeptomailSender(provider.configuration, deps))
  }
}

/** The providers' libraries are large, and most installations use one of them. */
function loadedWhenUsed(load: () => Promise<Sender>): Sender {
  let loading: Promise<Sender> | undefined
  const sender = () => (loading ??= load())
  return {
    send: async (mail, options) => (await sender()).send(mail, options),
    verify: async (signal, testMail) => (await sender()).verify(signal, testMail),
    close: () => void loading?.then(({ close }) => close()),
  }
}
