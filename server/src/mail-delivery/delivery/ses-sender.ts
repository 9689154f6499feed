import type * as Sdk from '@aws-sdk/client-sesv2'
import type { SesConfiguration } from '@twofold/contract/mail-delivery/providers'
import { OutboundError } from '../../platform/outbound/outbound-client.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { notHandedOver } from './not-handed-over.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'
import type { OutgoingMail, Sender, SendOptions, SendOutcome, Verification } from '../providers/sender.ts'
import { sesOutcome } from './ses-outcome.ts'
import { verifyByMail } from './verify-by-mail.ts'

/** Sends by Amazon SES, version 2 of its API. `endpoint`: for tests, in place of the one of the region. */
export function createSesSender(configuration: SesConfiguration, deps: { https: OutboundClient; endpoint?: string }): Sender {
  let loading: Promise<{ sdk: typeof Sdk; client: Sdk.SESv2Client }> | undefined
  /** By the signal of the call. The SDK hides how far a call came once it is broken off, and that is what counts. */
  const failures = new WeakMap<AbortSignal, OutboundError>()

  /** The SDK is large; nobody who sends otherwise pays for it. */
  function load() {
    loading ??= import('@aws-sdk/client-sesv2').then((sdk) => ({ sdk, client: new sdk.SESv2Client(clientConfiguration()) }))
    return loading
  }

  function clientConfiguration(): Sdk.SESv2ClientConfig {
    return {
      region: configuration.region,
      credentials: { accessKeyId: configuration.key, secretAccessKey: configuration.secret ?? '' },
      maxAttempts: 1, // nothing in the request tells a repetition; repeating is decided by the delivery
      requestHandler: createRequestHandler(deps.https, failures),
      // What the machine has set up for other uses of AWS must not redirect mail.
      ignoreConfiguredEndpointUrls: true,
      useFipsEndpoint: false,
      useDualstackEndpoint: false,
      defaultsMode: 'standard',
      ...(deps.endpoint === undefined ? {} : { endpoint: deps.endpoint }),
    }
  }

  async function send(mail: OutgoingMail, { signal, beforeHandOver }: SendOptions): Promise<SendOutcome> {
    const unsafe = refuseUnsafe(mail)
    if (unsafe !== undefined) return unsafe
    try {
      await beforeHandOver()
    } catch (error) {
      return notHandedOver(error)
    }
    const call = AbortSignal.any([signal])
    try {
      const { sdk, client } = await load()
      const { MessageId } = await client.send(new sdk.SendEmailCommand(requestOf(mail)), { abortSignal: call })
      return { kind: 'accepted', providerMessageId: MessageId ?? null, response: `Accepted as ${MessageId ?? 'a message without an id'}` }
    } catch (error) {
      return sesOutcome(failures.get(call) ?? error)
    }
  }

  async function verify(signal: AbortSignal, testMail?: OutgoingMail): Promise<Verification> {
    try {
      const { sdk, client } = await load()
      const account = await client.send(new sdk.GetAccountCommand({}), { abortSignal: signal })
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

  return {
    send,
    verify,
    close: () => void loading?.then(({ client }) => client.destroy()).catch(() => {}),
  }
}

interface Account {
  ProductionAccessEnabled?: boolean | undefined
  SendQuota?: { Max24HourSend?: number | undefined; SentLast24Hours?: number | undefined } | undefined
}

function describeAccount({ ProductionAccessEnabled, SendQuota }: Account): string {
  const { Max24HourSend: most = -1, SentLast24Hours: sent = 0 } = SendQuota ?? {}
  const quota =
    most === -1 ? `${sent} mails sent in the last 24 hours, without a limit` : `${sent} of ${most} mails sent in the last 24 hours`
  const sandbox = ProductionAccessEnabled === false ? ' The account is in the sandbox: it sends to verified addresses only.' : ''
  return `Amazon SES accepts the key: ${quota}.${sandbox}`
}

function requestOf(mail: OutgoingMail): Sdk.SendEmailCommandInput {
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

/** The SDK's request as it hands it to what makes the connection; its own types are in packages that are not ours. We make calls of these two methods. */
interface SdkRequest {
  hostname: string
  port?: number
  path: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** The SDK signs and reads; the connection is ours, with its checks, its limits and its knowledge of what was sent. */
function createRequestHandler(https: OutboundClient, failures: WeakMap<AbortSignal, OutboundError>) {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request: SdkRequest, { abortSignal = new AbortController().signal }: { abortSignal?: AbortSignal } = {}) {
      const { hostname, port, path, method, headers, body } = request
      const url = new URL(path, `https://${hostname}${port === undefined ? '' : `:${port}`}`)
      try {
        const { status, ...answer } = await https.exchange({
          url,
          method,
          headers,
          ...(body === undefined ? {} : { body }),
          tellsTrace: true,
          signal: abortSignal,
        })
        return { response: { statusCode: status, headers: answer.headers, body: answer.body } }
      } catch (error) {
        if (error instanceof OutboundError) failures.set(abortSignal, error)
        throw error
      }
    },
    destroy() {}, // the client of HTTPS belongs to whoever made it
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  }
}
