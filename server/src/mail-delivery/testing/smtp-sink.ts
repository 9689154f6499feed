import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { sharedCertificate } from '../../platform/testing/make-certificate.ts'

/** An e-mail as it arrived: what the envelope says, every byte, and what a mail program reads in it. */
export interface ArrivedMail {
  from: string
  to: string[]
  raw: Buffer
  parsed: Email
  envelope: SMTPServerSession['envelope']
  /** The same for all e-mails of one connection. */
  connection: string
  isEncrypted: boolean
}

export type SmtpStage = 'connect' | 'auth' | 'mail' | 'recipient' | 'data'

/** The server's misbehavior at a stage. `data`: after the final dot; `partial-data`: before it. */
export type Misbehaviour =
  | { stage: SmtpStage; answer: number; text?: string }
  /** Breaks the connection. At `data` the e-mail has arrived, but is not acknowledged. */
  | { stage: SmtpStage | 'partial-data'; drop: true }
  /** Says nothing more, and keeps the connection open. */
  | { stage: SmtpStage; silent: true }
  /** Waits for the promise, then goes on. */
  | { stage: SmtpStage; until: Promise<unknown> }

export interface SmtpSinkOptions {
  /** `starttls` is offered unless told otherwise; `implicit` speaks TLS from the start. */
  tls?: 'starttls' | 'implicit' | 'none'
  /** The user who may sign in; without it everybody may, and nobody has to. */
  user?: { name: string; password: string }
  /** Names in the certificate. */
  names?: readonly string[]
  server?: SMTPServerOptions
}

/** A real SMTP server on the loopback interface, which keeps what arrives and misbehaves on demand. Close it when done. */
export async function startSmtpSink(options: SmtpSinkOptions = {}) {
  const { tls = 'starttls', user, names } = options
  const certificate = sharedCertificate(names)
  const mails: ArrivedMail[] = []
  const waiting = new Set<() => void>()
  let connected = 0
  let misbehave: (session: SMTPServerSession) => readonly Misbehaviour[] = () => []

  /** Goes on, or does what was asked for at this stage. */
  function at(stage: SmtpStage | 'partial-data', session: SMTPServerSession, go: (error?: Error) => void) {
    const wanted = misbehave(session).find((one) => one.stage === stage)
    if (wanted === undefined) go()
    else if ('answer' in wanted) go(Object.assign(new Error(wanted.text ?? 'as you wish'), { responseCode: wanted.answer }))
    else if ('drop' in wanted) drop(session)
    else if ('until' in wanted) void wanted.until.then(() => go())
  }

  function drop({ id }: SMTPServerSession) {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy()
  }

  function onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error | null, text?: string) => void) {
    const chunks: Buffer[] = []
    stream.once('data', () => {
      if (misbehave(session).some(({ stage }) => stage === 'partial-data')) drop(session)
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('end', () => {
      void keep(Buffer.concat(chunks), session, done)
    })
  }

  async function keep(raw: Buffer, session: SMTPServerSession, done: (error?: Error | null, text?: string) => void) {
    const refuses = misbehave(session).some((one) => one.stage === 'data' && 'answer' in one)
    const { envelope, id: connection, secure: isEncrypted } = session // the envelope is another object for the next e-mail
    const [from, to] = [addressOf(envelope.mailFrom), envelope.rcptTo.map(addressOf)]
    const mail = { from, to, raw, parsed: await PostalMime.parse(raw), envelope, connection, isEncrypted }
    if (!refuses) mails.push(mail)
    for (const check of waiting) check()
    at('data', session, (error) => (error === undefined ? done(null, `OK queued as ${mails.length}`) : done(error)))
  }

  const server = new SMTPServer({
    ...certificate,
    name: 'sink.test',
    secure: tls === 'implicit',
    hideSTARTTLS: tls !== 'starttls',
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hideDSN: false,
    logger: false,
    onConnect: (session, done) => at('connect', session, done),
    onAuth: ({ username, password }, session, done) =>
      at('auth', session, (error) => {
        const isKnown = user === undefined || (username === user.name && password === user.password)
        if (error !== undefined) done(error)
        else if (isKnown) done(null, { user: username })
        else done(Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 }))
      }),
    onMailFrom: (_address, session, done) => at('mail', session, done),
    onRcptTo: (_address, session, done) => at('recipient', session, done),
    onData,
    ...options.server,
  })
  server.on('error', () => {}) // broken connections are what this is for
  server.on('connect', () => (connected += 1))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    host: '127.0.0.1',
    port,
    /** Trust this to trust the server. */
    ca: certificate.cert,
    /** In the order of arrival, including unacknowledged ones. */
    mails,
    /** How often somebody connected. */
    connected: () => connected,
    /** From now on. Either the same for everybody, or as a function of the session (its `envelope`, its `id`). */
    misbehave(how: readonly Misbehaviour[] | typeof misbehave) {
      misbehave = typeof how === 'function' ? how : () => how
    },
    /** Resolves when `count` e-mails have arrived. */
    async received(count: number): Promise<readonly ArrivedMail[]> {
      if (mails.length >= count) return mails
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (mails.length >= count) resolve()
      }
      waiting.add(check)
      await promise
      waiting.delete(check)
      return mails
    },
    /** Breaks all connections and stops listening. */
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      // The topmost socket, and none in the middle of a handshake: pulling the socket from under one crashes Node.
      for (const connection of server.connections) if (!connection._upgrading) connection._socket.destroy()
      await promise
    },
  }
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>

const addressOf = (address: SMTPServerAddress | false) => (address === false ? '' : address.address)
