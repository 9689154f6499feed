import type { ProviderRow } from '../providers/providers.repository.ts'
import { openContent } from './mail-content.ts'
import { inDomainOf } from '../providers/message-id.ts'
import type { ClaimedMail } from './claims.repository.ts'
import type { Mailbox, OutgoingMail } from '../providers/sender.ts'
import type { DeliverMailDeps } from './deliver-mail.ts'

export function createMessageComposer(deps: DeliverMailDeps) {
  const { queue } = deps

  async function compose(mail: ClaimedMail, provider: ProviderRow): Promise<OutgoingMail> {
    const identity = deps.identityOf(provider)
    if (identity === undefined) throw new Error(`The e-mail provider ${provider.name} has no From address.`)
    const content = await openContent(deps.crypto, mail.id, 'outgoing', mail.outgoing)
    return {
      ...content,
      // Everything that leaves this way was made by a program: no out-of-office reply comes back (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', ...content.headers },
      replyTo: content.replyTo ?? identity.replyTo,
      logId: mail.id,
      messageId: await messageIdFor(mail, identity.from.address),
      from: plainMailbox(identity.from),
      to: plainMailbox({ address: mail.recipient_email, name: mail.recipient_name }),
      subject: withoutEncodedWords(mail.subject),
      isTracked: mail.is_tracked,
    }
  }

  /** In the domain of From, unless a copy may be out already: then both must have the same id. */
  async function messageIdFor(mail: ClaimedMail, from: string): Promise<string> {
    const messageId = inDomainOf(from, mail.message_id)
    if (mail.may_be_out || messageId === mail.message_id) return mail.message_id
    if (await queue.rename(mail.id, mail.fence, messageId)) mail.message_id = messageId
    return messageId
  }

  return { compose, messageIdFor }
}

/**
 * The names of people and keys stand in headers. An encoded word (RFC 2047) in one would be decoded by the reader's program, and show what a name may not
 * have: hidden characters, reversed text, more lines.
 */
const withoutEncodedWords = (text: string) => text.replaceAll('=?', '= ?')

const plainMailbox = ({ address, name }: Mailbox): Mailbox => ({ address, name: name === null ? null : withoutEncodedWords(name) })
