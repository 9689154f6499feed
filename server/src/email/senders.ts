import { isIP } from 'node:net'
import type { ProviderConfiguration } from '@twofold/contract/email/providers'
import type { EmailSettings } from '@twofold/contract/email/settings'
import type { Mailbox, OutgoingMail, Sender } from './delivery/sender.ts'
import type { ProviderSecrets } from './providers/provider-secrets.ts'
import { readConfiguration } from './providers/provider-configuration.ts'
import type { ProviderRow } from './providers/providers.repository.ts'

export interface SendersDeps {
  secrets: Pick<ProviderSecrets, 'configurationOf'>
  createSender: (configuration: ProviderConfiguration) => Sender
  /** Puts a pixel and redirects into the HTML of a mail. */
  track: (logId: string, html: string) => { html: string }
  settings: { recent: () => Promise<EmailSettings> }
  /** EMAIL_FROM. */
  from: Mailbox | undefined
  app: { readonly name: string; readonly url: string }
}

interface Kept {
  updatedAt: number
  sender: Sender
  retire(): void
}

/** The senders that are open, one for each provider as long as its settings stay as they are, and who their mail is from. */
export function createSenders(deps: SendersDeps) {
  const open = new Map<string, Kept>()
  let sender: EmailSettings['sender'] = { from_email: '', from_name: '' }

  function fromOf(provider: ProviderConfiguration): Mailbox {
    const { from_email: address, from_name: name } = provider.configuration
    const username = provider.provider === 'smtp' ? provider.configuration.username : ''
    return {
      address: first(
        address,
        sender.from_email,
        deps.from?.address,
        isAddress(username) ? username : '',
        `twofold@${mailDomain(deps.app.url)}`,
      ),
      name: first(name, sender.from_name, deps.from?.name, deps.app.name),
    }
  }

  function keep(provider: ProviderRow): Kept {
    const { send, verify, close } = deps.createSender(deps.secrets.configurationOf(provider))
    let busy = 0
    let isRetired = false
    const prepare = (mail: OutgoingMail): OutgoingMail =>
      // The others count by themselves.
      mail.isTracked && provider.provider === 'smtp' ? { ...mail, html: deps.track(mail.logId, mail.html).html } : mail
    return {
      updatedAt: provider.updated_at.getTime(),
      sender: {
        async send(mail, options) {
          busy += 1
          try {
            return await send(prepare(mail), options)
          } finally {
            busy -= 1
            if (isRetired && busy === 0) close()
          }
        },
        verify,
        close,
      },
      /** Mail that is on its way finishes first: breaking it off would count against the provider. */
      retire() {
        isRetired = true
        if (busy === 0) close()
      },
    }
  }

  return {
    senderOf(provider: ProviderRow): Sender {
      const kept = open.get(provider.id)
      if (kept?.updatedAt === provider.updated_at.getTime()) return kept.sender
      kept?.retire()
      const fresh = keep(provider)
      open.set(provider.id, fresh)
      return fresh.sender
    },

    /** Who mail through this provider is from, by the settings as last refreshed. */
    fromOf: (provider: ProviderRow): Mailbox => fromOf(readConfiguration(provider)),

    async fromOfConfiguration(configuration: ProviderConfiguration): Promise<Mailbox> {
      await this.refresh()
      return fromOf(configuration)
    },

    /** Reads the settings again, if what is known of them is old. */
    async refresh(): Promise<void> {
      ;({ sender } = await deps.settings.recent())
    },

    close(): void {
      for (const kept of open.values()) kept.retire()
      open.clear()
    },
  }
}

/** The first that is not empty; the last one never is. */
function first(...texts: (string | null | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== null && text !== '') ?? ''
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** The host that people know, where it can stand in an address: addresses of the network and single names cannot. */
function mailDomain(appUrl: string): string {
  const { hostname } = new URL(appUrl)
  return isIP(hostname) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(hostname) ? hostname : 'localhost.localdomain'
}
