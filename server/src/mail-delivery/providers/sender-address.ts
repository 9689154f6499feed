import { isIP } from 'node:net'
import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { Mailbox, MailIdentity } from './sender.ts'
import { tryConfiguration } from './provider-configuration.ts'
import type { ProviderRow } from './providers.repository.ts'

export interface SenderAddressDeps {
  /** EMAIL_FROM. */
  from: Mailbox | undefined
  app: { readonly name: string; readonly url: string }
}

/**
 * Sender of e-mail through a provider: the provider's own, else the settings', else EMAIL_FROM, else its user name, else an address at the
 * application's host. Undefined: none of these is a valid sender address, so the provider cannot work. Nothing else decides that (decision 0083).
 */
export function identityOf(
  provider: ProviderConfiguration,
  { from_email: address, from_name: name, reply_to: replyTo }: EmailSettings['sender'],
  { from, app }: SenderAddressDeps,
): MailIdentity | undefined {
  const username = provider.provider === 'smtp' ? provider.configuration.username : ''
  const chosen = first(
    provider.configuration.from_email,
    address,
    from?.address,
    isAddress(username) ? username : '',
    `twofold@${new URL(app.url).hostname}`,
  )
  if (!isDeliverable(chosen)) return undefined
  return {
    from: { address: chosen, name: first(provider.configuration.from_name, name, from?.name, app.name) },
    replyTo: replyTo === '' ? null : replyTo,
  }
}

/** Whether e-mail has a sender address through a provider that names none, nor a user name that is one. */
export const hasInstallationSender = (sender: EmailSettings['sender'], deps: SenderAddressDeps): boolean =>
  identityOf({ provider: 'ses', configuration: { key: '', region: '' } }, sender, deps) !== undefined

/** The sender of e-mail through a stored provider; undefined if its settings cannot be read. */
export function identityOfRow(
  row: Pick<ProviderRow, 'provider' | 'configuration'>,
  sender: EmailSettings['sender'],
  deps: SenderAddressDeps,
): MailIdentity | undefined {
  const configuration = tryConfiguration(row)
  return configuration && identityOf(configuration, sender, deps)
}

/** The first that is not empty; the last one never is. */
function first(...texts: (string | null | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== null && text !== '') ?? ''
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** Whether e-mail can come from the domain: not from those of RFC 6761 that never resolve, single labels, or IP addresses. */
function isDeliverable(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (isIP(domain) !== 0 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return false
  return !/\.(localhost|localdomain|invalid)$/.test(domain)
}
