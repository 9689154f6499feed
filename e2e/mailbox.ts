import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { verifyEmail } from '@twofold/contract/links'
import { signIn, signUp } from '@twofold/contract/sessions'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { call } from './api.ts'
import { type EmptyApplication, startApplication } from './application.ts'
import { fromNewAddress, newAccount, type Person, setUp } from './people.ts'

/** An e-mail as its recipient gets it. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** A real SMTP server on this machine, which keeps what arrives. */
export type Mailbox = {
  port: number
  /** The newest e-mail to `address` whose subject matches; waits for it. */
  mail(address: string, subject: RegExp): Promise<Mail>
  /** The one-time link in the newest such e-mail. */
  link(address: string, subject: RegExp): Promise<string>
  /** Such e-mails so far. */
  count(address: string, subject: RegExp): number
  close(): Promise<void>
}

async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  async function keep(raw: Buffer, recipients: string[], done: () => void) {
    const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
    mails.push(...recipients.map((to) => ({ to, subject, text, html })))
    done()
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_credentials, _session, done) => done(null, { user: 'anybody' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        void keep(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address),
          done,
        )
      })
    },
  })
  // A sender stopped in the middle of an e-mail breaks the connection.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo

  const isTo = (one: Mail, address: string, subject: RegExp) => one.to === address.toLowerCase() && subject.test(one.subject)
  const find = (address: string, subject: RegExp) => mails.findLast((one) => isTo(one, address, subject))
  async function mail(address: string, subject: RegExp): Promise<Mail> {
    await expect.poll(() => find(address, subject)?.subject, { message: `mail to ${address}` }).toMatch(subject)
    const found = find(address, subject)
    if (found === undefined) throw new Error(`There is no mail to ${address}.`)
    return found
  }
  return {
    port,
    mail,
    async link(address, subject) {
      const { text } = await mail(address, subject)
      const link = /https?:\/\/\S+#token=[\w-]+/.exec(text)?.[0]
      if (link === undefined) throw new Error(`No link in:\n${text}`)
      return link
    },
    count: (address, subject) => mails.filter((one) => isTo(one, address, subject)).length,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** An application of one's own that delivers to a mailbox, and its administrator. */
export type MailingApplication = { app: EmptyApplication; admin: Person; mailbox: Mailbox; stop(): Promise<void> }

export async function startMailingApplication(environment: Record<string, string> = {}): Promise<MailingApplication> {
  const mailbox = await startMailbox()
  const app = await startApplication({ TRUSTED_PROXIES: '127.0.0.1', EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...environment })
  const admin = await setUp(app)
  await call(
    app,
    createProvider,
    {
      body: {
        name: 'Mailbox',
        provider: 'smtp',
        priority: 1,
        is_active: true,
        configuration: {
          host: '127.0.0.1',
          port: mailbox.port,
          username: 'twofold',
          password: 'mailbox',
          encryption: 'none',
          from_email: 'vault@example.org',
        },
      },
    },
    { authorization: `Bearer ${admin.token}` },
  )
  const stop = async () => {
    await app.stop()
    await mailbox.close()
  }
  return { app, admin, mailbox, stop }
}

/** Somebody whose address is proved by the link that was e-mailed to it, and who has signed in by a program. */
export async function signUpVerified(
  { app, mailbox }: Pick<MailingApplication, 'app' | 'mailbox'>,
  account = newAccount(),
): Promise<Person> {
  const headers = fromNewAddress()
  await call(app, signUp, { body: { ...account, password_confirmation: account.password } }, headers)
  const link = await mailbox.link(account.email, /^Confirm your e-mail address/)
  await call(app, verifyEmail, { body: { token: tokenOf(link) } }, headers)
  const { access_token: token } = await call(app, signIn, { body: { email: account.email, password: account.password } }, headers)
  if (token === undefined) throw new Error('A verified account could not sign in.')
  return { ...account, app, token }
}

/** Token in the fragment of an e-mail's link. */
const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
