import { v7 as uuid } from 'uuid'
import { domainOf, messageIdOf } from './message-id.ts'
import type { Mailbox, OutgoingMail } from './sender.ts'
import { escapeHtml } from '../../mail-design/markup/mail-document.ts'

/** The mail by which a provider shows that it works. Plain on purpose: no template has a part in whether it arrives. */
export function testMail(input: {
  from: Mailbox
  replyTo: string | null
  to: { name: string; email: string }
  provider: string
  appName: string
  now: Date
}): OutgoingMail {
  const id = uuid()
  const text = [
    `Hello ${input.to.name},`,
    `this is a test of the e-mail provider “${input.provider}”, asked for at ${input.now.toISOString()}. That you read it means that it works.`,
    input.appName,
  ]
  return {
    logId: id,
    messageId: messageIdOf(id, domainOf(input.from.address)),
    from: input.from,
    to: { address: input.to.email, name: input.to.name },
    replyTo: input.replyTo,
    subject: `Test of your e-mail provider – ${input.appName}`,
    html: `<!doctype html><html lang="en"><body>${text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')}</body></html>`,
    text: `${text.join('\n\n')}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    isTracked: false,
  }
}
