import { signIn } from '@twofold/contract/sessions'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { createPerson, startTestApp, type TestAppOptions, testPassword } from '../../testing/start-test-app.ts'
import { sealContent } from '../delivery/mail-content.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import { type SmtpSinkOptions, startSmtpSink } from './smtp-sink.ts'

/** An application with an administrator who is signed in; e-mail may go to servers on this machine. */
export async function startEmailApp({ env, ...options }: TestAppOptions = {}) {
  const app = await startTestApp({ env: { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...env }, ...options })
  const email = 'admin@example.org'
  await app.setup.makeConfigured({ email, password: testPassword })
  const answer = await app.call(signIn, { body: { email, password: testPassword } })
  if (answer.body.access_token === undefined) throw new Error(`The administrator cannot sign in: ${JSON.stringify(answer.body)}`)
  return {
    ...app,
    admin: createPerson(app.url, email, answer.body.access_token),
    /** An e-mail in the log, as `fields` say. */
    async addMail(fields: Partial<NewMailRow> = {}, html = '<p>Hello</p>'): Promise<string> {
      const id = fields.id ?? uuid()
      const time = app.clock.date()
      await app.db
        .insertInto('email_logs')
        .values({
          id,
          category: 'notification',
          class: 'optional',
          event_name: 'key.shared',
          recipient_email: 'bo@example.org',
          subject: 'Hello',
          message_id: `<${id}@example.org>`,
          queue: 'done',
          body: sealContent(app.crypto, id, 'body', { html, text: 'Hello', replyTo: null, headers: {} }),
          due_at: time,
          created_at: time,
          ...fields,
        })
        .execute()
      return id
    },
    mail: (id: string) => app.db.selectFrom('email_logs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }
}

export type EmailApp = Awaited<ReturnType<typeof startEmailApp>>

/** An SMTP server for the running test, and the configuration of a provider that goes there. */
export async function useSmtpSink(options: SmtpSinkOptions = {}) {
  const sink = await startSmtpSink({ tls: 'none', user: { name: 'mailer', password: 'smtp-secret' }, ...options })
  onTestFinished(() => sink.close())
  return {
    sink,
    provider: {
      name: 'Main',
      provider: 'smtp' as const,
      configuration: {
        host: sink.host,
        port: sink.port,
        username: 'mailer',
        password: 'smtp-secret',
        encryption: 'none' as const,
        from_email: 'vault@example.org',
      },
      priority: 1,
    },
  }
}
