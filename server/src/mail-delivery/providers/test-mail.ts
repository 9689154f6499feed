import { v7 as uuid } from 'uuid'
import { wordsIn } from '../../mail-design/languages/languages.ts'
import { escapeHtml } from '../../mail-design/markup/mail-document.ts'
import { domainOf, messageIdOf } from './message-id.ts'
import type { Mailbox, OutgoingMail } from './sender.ts'

/** The test e-mail of a provider. Plain on purpose: no template can affect whether it arrives. */
export function testMail(input: {
  from: Mailbox
  replyTo: string | null
  to: { name: string; email: string }
  provider: string
  appName: string
  now: Date
  /** BCP 47. */
  language: string
}): OutgoingMail {
  const id = uuid()
  const time = new Intl.DateTimeFormat(input.language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(input.now)
  const values = { 'app.name': input.appName, 'user.name': input.to.name, 'provider.name': input.provider, 'event.time': time }
  const fill = (text: string) =>
    text.replace(/\{\{ ([\w.]+) \}\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? values[name as keyof typeof values] : whole,
    )
  const words = wordsIn(input.language).providerTest
  const text = [fill(words.greeting), fill(words.text), input.appName]
  return {
    logId: id,
    messageId: messageIdOf(id, domainOf(input.from.address)),
    from: input.from,
    to: { address: input.to.email, name: input.to.name },
    replyTo: input.replyTo,
    subject: fill(words.subject),
    html: `<!doctype html><html lang="${input.language}"><body>${text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')}</body></html>`,
    text: `${text.join('\n\n')}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    isTracked: false,
  }
}
