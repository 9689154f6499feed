import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { MailIdentity, OutgoingMail, Sender } from '../providers/sender.ts'
import type { ProviderSecrets } from '../providers/provider-secrets.ts'
import type { ProviderRow } from '../providers/providers.repository.ts'
import { identityOf, identityOfRow, type SenderAddressDeps } from '../providers/sender-address.ts'

export interface SendersDeps extends SenderAddressDeps {
  secrets: Pick<ProviderSecrets, 'configurationOf'>
  createSender: (configuration: ProviderConfiguration) => Sender
  /** Adds a pixel and redirects to the HTML of an e-mail. */
  track: (logId: string, html: string) => { html: string }
  settings: { get: () => Promise<EmailSettings>; recent: () => Promise<EmailSettings> }
}

interface Kept {
  updatedAt: number
  sender: Sender
  retire(): void
}

/** Open senders, one per provider as long as its settings are unchanged, and their identities. */
export function createOpenSenders(deps: SendersDeps) {
  const open = new Map<string, Kept>()
  let sender: EmailSettings['sender'] = { from_email: '', from_name: '', reply_to: '' }

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
      /** E-mail in progress is finished first: aborting it would count against the provider. */
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

    /** Sender identity of a provider, by the settings as last refreshed. Undefined: it has no valid sender address. */
    identityOf: (provider: ProviderRow): MailIdentity | undefined => identityOfRow(provider, sender, deps),

    async identityOfConfiguration(configuration: ProviderConfiguration): Promise<MailIdentity | undefined> {
      return identityOf(configuration, (await deps.settings.get()).sender, deps)
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
