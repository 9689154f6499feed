import { cutText } from '@twofold/contract/cut-text'
import { zeptomailEndpoints, type ZohoConfiguration } from '@twofold/contract/mail-delivery/providers'
import { failedExchange } from './failed-exchange.ts'
import { type OutboundClient, OutboundError } from '../../platform/outbound/outbound-client.ts'
import { notHandedOver } from './attempt-not-recorded.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'
import type { OutgoingMail, Sender, SendOptions, SendOutcome, Verification } from '../providers/sender.ts'
import { verifyByMail } from './verify-by-mail.ts'
import { zeptomailOutcome } from './zeptomail-outcome.ts'

/** Sends by ZeptoMail's HTTP API. `endpoint`: for tests, in place of the configured one, which must be on the list. */
export function createZeptomailSender(configuration: ZohoConfiguration, deps: { https: OutboundClient; endpoint?: string }): Sender {
  // People paste the token together with the header it goes into.
  const token = (configuration.api_key ?? '').trim().replace(/^zoho-enczapikey(\s+|$)/i, '')
  const configured =
    configuration.api_endpoint === undefined || configuration.api_endpoint === '' ? zeptomailEndpoints[0] : configuration.api_endpoint
  const endpoint = deps.endpoint ?? zeptomailEndpoints.find((known) => known === configured)

  async function send(mail: OutgoingMail, { signal, beforeHandOver }: SendOptions): Promise<SendOutcome> {
    const unsafe = refuseUnsafe(mail)
    if (unsafe !== undefined) return unsafe
    if (endpoint === undefined) return misconfigured('zeptomail.endpoint', 'This address is none of ZeptoMail’s.')
    if (!/^[\x21-\x7e]+$/.test(token)) return misconfigured('zeptomail.token', 'The API key is missing or malformed.')
    try {
      await beforeHandOver()
    } catch (error) {
      return notHandedOver(error)
    }
    try {
      const { status, body } = await deps.https.exchange({
        url: new URL(endpoint),
        method: 'POST',
        headers: { authorization: `Zoho-enczapikey ${token}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(requestOf(mail)),
        propagatesTrace: true,
        signal,
      })
      return zeptomailOutcome(status, body.toString('utf8'))
    } catch (error) {
      if (error instanceof OutboundError) return failedExchange('zeptomail', error)
      throw error
    }
  }

  async function verify(signal: AbortSignal, testMail?: OutgoingMail): Promise<Verification> {
    if (testMail !== undefined) return await verifyByMail(send, testMail, signal)
    return { ok: false, detail: 'ZeptoMail can only be tested by sending a mail.' }
  }

  return { send, verify, close() {} }
}

const misconfigured = (code: string, reason: string): SendOutcome => ({ kind: 'provider_failed', code, reason, needsAttention: true })

function requestOf(mail: OutgoingMail) {
  const mailbox = ({ address, name }: OutgoingMail['to']) => ({
    address,
    ...(name === null || name === '' ? {} : { name: cutText(name, 250) }),
  })
  return {
    from: mailbox(mail.from),
    to: [{ email_address: mailbox(mail.to) }],
    ...(mail.replyTo === null ? {} : { reply_to: [{ address: mail.replyTo }] }),
    subject: cutText(mail.subject, 500),
    htmlbody: mail.html,
    textbody: mail.text,
    track_opens: mail.isTracked,
    track_clicks: mail.isTracked,
    client_reference: mail.logId,
    ...(Object.keys(mail.headers).length === 0 ? {} : { mime_headers: mail.headers }),
  }
}
