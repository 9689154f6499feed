import { emailField } from '@twofold/contract/accounts'
import { hasNoControlCharacters } from '@twofold/contract/control-characters'
import type { Mailbox, OutgoingMail, SendOutcome } from '../providers/sender.ts'

/** Headers that the sender writes itself: a second one could contradict the envelope, or add a recipient. */
const ownHeaders =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|mime-version|content-.*|dkim-signature|resent-.*)$/i

/**
 * Final check before an e-mail leaves, whatever made it: one bare address per field, no line breaks, no header that is not ours to set. Libraries
 * interpret `a@x,b@y` differently, and some have sent e-mail to both.
 */
export function refuseUnsafe(mail: OutgoingMail): SendOutcome | undefined {
  const reason = whatIsWrong(mail)
  return reason === undefined ? undefined : { kind: 'refused', code: 'mail.unsafe', reason }
}

function whatIsWrong(mail: OutgoingMail): string | undefined {
  if (!isMailbox(mail.from)) return 'The sender is not one mail address.'
  if (!isMailbox(mail.to)) return 'The recipient is not one mail address.'
  if (mail.replyTo !== null && !isBareAddress(mail.replyTo)) return 'The address for answers is not one mail address.'
  if (!hasNoControlCharacters(mail.subject)) return 'The subject has control characters.'
  if (!/^<[\w.+=-]+@[\w.-]+>$/.test(mail.messageId)) return 'The Message-ID is malformed.'
  if (!/^[\w-]{1,64}$/.test(mail.logId)) return 'The reference is malformed.'
  for (const [name, value] of Object.entries(mail.headers)) {
    if (!/^[A-Za-z0-9-]{1,126}$/.test(name) || ownHeaders.test(name)) return `The header ${JSON.stringify(name)} may not be set.`
    if (!hasNoControlCharacters(value)) return `The header ${name} has control characters.`
  }
  return undefined
}

const isMailbox = ({ address, name }: Mailbox) => isBareAddress(address) && (name === null || hasNoControlCharacters(name))

function isBareAddress(text: string): boolean {
  const parsed = emailField.safeParse(text)
  return parsed.success && parsed.data === text
}
