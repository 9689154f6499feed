import type { SesConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { notHandedOver } from './attempt-not-recorded.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'
import type { OutgoingMail, Sender, SendOptions, SendOutcome, Verification } from '../providers/sender.ts'
import { createSesCalls } from './ses-calls.ts'
import { sesOutcome } from './ses-outcome.ts'
import { verifyByMail } from './verify-by-mail.ts'

/** Sends by Amazon SES, version 2 of its API. `endpoint`: for tests, in place of the one of the region; `now` likewise. */
export function createSesSender(
  configuration: SesConfiguration,
  deps: { https: OutboundClient; endpoint?: string; now?: () => number },
): Sender {
  const calls = createSesCalls(configuration, deps)

  async function send(mail: OutgoingMail, { signal, beforeHandOver }: SendOptions): Promise<SendOutcome> {
    const unsafe = refuseUnsafe(mail)
    if (unsafe !== undefined) return unsafe
    try {
      await beforeHandOver()
    } catch (error) {
      return notHandedOver(error)
    }
    try {
      const { MessageId } = (await calls.post('outbound-emails', requestOf(mail), signal)) as { MessageId?: string }
      return { kind: 'accepted', providerMessageId: MessageId ?? null, response: `Accepted as ${MessageId ?? 'a message without an id'}` }
    } catch (error) {
      return sesOutcome(error)
    }
  }

  async function verify(signal: AbortSignal, testMail?: OutgoingMail): Promise<Verification> {
    try {
      const account = (await calls.get('account', signal)) as Account
      if (account.SendingEnabled === false) {
        return { ok: false, detail: 'Amazon SES has paused sending for this account.', code: 'ses.SendingPausedException' }
      }
      if (testMail !== undefined) return await verifyByMail(send, testMail, signal)
      return { ok: true, detail: describeAccount(account) }
    } catch (error) {
      const { reason, code } = sesOutcome(error)
      return { ok: false, detail: reason, code }
    }
  }

  return { send, verify, close() {} }
}

interface Account {
  SendingEnabled?: boolean
  ProductionAccessEnabled?: boolean
  SendQuota?: { Max24HourSend?: number; SentLast24Hours?: number }
}

function describeAccount({ ProductionAccessEnabled, SendQuota }: Account): string {
  const { Max24HourSend: most = -1, SentLast24Hours: sent = 0 } = SendQuota ?? {}
  const quota =
    most === -1 ? `${sent} mails sent in the last 24 hours, without a limit` : `${sent} of ${most} mails sent in the last 24 hours`
  const sandbox = ProductionAccessEnabled === false ? ' The account is in the sandbox: it sends to verified addresses only.' : ''
  return `Amazon SES accepts the key: ${quota}.${sandbox}`
}

function requestOf(mail: OutgoingMail) {
  const tracking = mail.isTracked ? 'ENABLED' : 'DISABLED'
  const part = (text: string) => ({ Data: text, Charset: 'UTF-8' })
  return {
    FromEmailAddress: mailboxText(mail.from),
    Destination: { ToAddresses: [mailboxText(mail.to)] },
    ...(mail.replyTo === null ? {} : { ReplyToAddresses: [mail.replyTo] }),
    Content: {
      Simple: {
        Subject: part(mail.subject),
        Body: { Html: part(mail.html), Text: part(mail.text) },
        Headers: Object.entries(mail.headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
    EmailTags: [{ Name: 'log_id', Value: mail.logId }],
    ConfigurationOverrides: { Tracking: { OpenTrackingEnabled: tracking, ClickTrackingEnabled: tracking } },
  }
}

/** SES wants names outside ASCII as encoded words, in pieces of at most 75 characters. */
function mailboxText({ address, name }: OutgoingMail['to']): string {
  if (name === null || name === '') return address
  if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
  const words: string[] = []
  let piece = ''
  for (const character of name) {
    if (Buffer.byteLength(piece + character) > 42) {
      words.push(piece)
      piece = ''
    }
    piece += character
  }
  words.push(piece)
  return `${words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')} <${address}>`
}
