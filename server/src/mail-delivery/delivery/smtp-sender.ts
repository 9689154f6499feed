import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import type { SmtpConfiguration } from '@twofold/contract/mail-delivery/providers'
import { createTransport } from 'nodemailer'
import type { SMTPTransportGetSocketCallback } from 'nodemailer/lib/smtp-transport'
import { mailBytes } from './mail-bytes.ts'
import { notHandedOver } from './attempt-not-recorded.ts'
import type { PinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { connectPinned } from '../../platform/outbound/pinned-socket.ts'
import { providerText } from './provider-text.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'
import type { OutgoingMail, Sender, SendOptions, SendOutcome, Verification } from '../providers/sender.ts'
import { type SmtpError, smtpOutcome } from './smtp-outcome.ts'
import { verifyByMail } from './verify-by-mail.ts'

/** Milliseconds: to connect, for the greeting, between two replies, and for a whole e-mail. */
export interface SmtpTimeouts {
  connect: number
  greeting: number
  idle: number
  mail: number
}

export const defaultTimeouts: SmtpTimeouts = { connect: 5_000, greeting: 10_000, idle: 30_000, mail: 180_000 }

/** Always said explicitly: left out, nodemailer decides by port, and takes an encryption that the server does not offer for a wish. */
const encryptions = {
  ssl: { secure: true },
  tls: { secure: false, requireTLS: true },
  none: { secure: false, ignoreTLS: true },
} as const

/** Sends through a server of one's own, by a pool of connections. `ca`: trusted instead of the public ones. */
export function createSmtpSender(
  configuration: SmtpConfiguration,
  deps: { hosts: PinnedHosts; ca?: string; timeouts?: Partial<SmtpTimeouts> },
): Sender {
  const { host, port, username, password, encryption } = configuration
  const timeouts = { ...defaultTimeouts, ...deps.timeouts }
  // The socket is ours, so that the address that was checked is the one connected to; TLS still asks for the name of the host.
  const openSocket = callbackify(async () => ({ connection: await connectPinned(deps.hosts, { host, port, timeoutMs: timeouts.connect }) }))
  const transporter = createTransport({
    pool: true,
    host,
    port,
    ...encryptions[encryption],
    ...(password === undefined || password === '' ? {} : { auth: { user: username, pass: password } }),
    ...(deps.ca === undefined ? {} : { tls: { ca: deps.ca } }),
    connectionTimeout: timeouts.connect + timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.idle,
    maxRequeues: 0,
    // The final dots go one after the other (beforeHandOver): more connections would only wait, and be taken for idle ones. Of the five lanes of
    // a provider, notices have two: a password reset finds a connection whatever these do.
    maxConnections: 4,
    idleTimeout: 15_000, // below servers' usual limits, so that an e-mail rarely meets a connection that is just being closed
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options: unknown, callback: SMTPTransportGetSocketCallback) => openSocket(callback),
  })
  // A connection that fails while idle affects no e-mail; without a listener its error would end the process.
  transporter.on('error', () => {})
  /** Keyed by the attempt's signal, which nodemailer passes through. */
  const beforeDot = new WeakMap<AbortSignal, () => Promise<void>>()
  transporter.use('stream', ({ data, message }, done) => {
    const wait = data.signal instanceof AbortSignal ? beforeDot.get(data.signal) : undefined
    if (wait !== undefined) {
      const bytes = mailBytes(message)
      message.createReadStream = () => holdBackEnd(bytes, wait)
    }
    done()
  })

  async function send(mail: OutgoingMail, { signal, beforeHandOver }: SendOptions): Promise<SendOutcome> {
    const unsafe = refuseUnsafe(mail)
    if (unsafe !== undefined) return unsafe
    let isHandedOver = false
    let isHeldBack = false
    const limit = AbortSignal.timeout(timeouts.mail)
    const attempt = AbortSignal.any([signal, limit])
    beforeDot.set(attempt, async () => {
      try {
        await beforeHandOver()
      } catch (error) {
        isHeldBack = true
        throw error
      }
      isHandedOver = true
    })
    try {
      const info = await transporter.sendMail({ ...messageOf(mail), signal: attempt })
      return { kind: 'accepted', providerMessageId: info.serverMessageId ?? null, response: providerText(info.response) }
    } catch (error) {
      if (isHeldBack) return notHandedOver(error)
      const isOverdue = limit.aborted && !signal.aborted
      return smtpOutcome(isOverdue ? { code: 'ETIMEDOUT', message: 'The server took too long.' } : (error as SmtpError), isHandedOver)
    }
  }

  async function verify(signal: AbortSignal, testMail?: OutgoingMail): Promise<Verification> {
    try {
      await abortable(transporter.verify(), signal)
    } catch (error) {
      const { reason, code } = smtpOutcome(error as SmtpError, false)
      return { ok: false, detail: reason, code }
    }
    return testMail === undefined ? { ok: true, detail: `${host} accepts these settings.` } : await verifyByMail(send, testMail, signal)
  }

  return { send, verify, close: () => transporter.close() }
}

/** The e-mail in nodemailer's form. Addresses are objects, which it does not parse. */
function messageOf(mail: OutgoingMail) {
  const mailbox = ({ address, name }: OutgoingMail['to']) => ({ address, name: name ?? '' })
  return {
    envelope: { from: mailbox({ ...mail.from, name: null }), to: [mailbox({ ...mail.to, name: null })] },
    from: mailbox(mail.from),
    to: [mailbox(mail.to)],
    ...(mail.replyTo === null ? {} : { replyTo: mailbox({ address: mail.replyTo, name: null }) }),
    messageId: mail.messageId,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...mail.headers },
    baseBoundary: mail.logId, // the same bytes for every attempt
    // A bounce repeats the headers only: the text may carry a link that opens an account.
    dsn: { id: mail.logId, return: 'headers', notify: ['failure', 'delay'] },
  }
}

/** Bytes that are given to the network at once: it costs the same for each piece. */
const pieceSize = 32 * 1024

/**
 * The content, whose end (and with it the final dot) waits for `beforeEnd`, and never comes if that fails. A pull stream: a push stream would end
 * before the server has accepted the e-mail at all.
 */
function holdBackEnd(content: Buffer, beforeEnd: () => Promise<void>): Readable {
  let given = 0
  return new Readable({
    highWaterMark: 1,
    read() {
      if (given < content.length) {
        this.push(content.subarray(given, given + pieceSize))
        given += pieceSize
        return
      }
      beforeEnd().then(
        () => this.push(null),
        (error: unknown) => this.destroy(error as Error),
      )
    },
  })
}

async function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(Object.assign(new Error('Broken off.'), { code: 'EABORT' }))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
