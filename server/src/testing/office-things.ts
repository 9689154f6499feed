import { sql } from 'kysely'
import { enrolPasskey } from '../factors/testing/second-factors.ts'
import { sealContent } from '../mail-delivery/delivery/mail-content.ts'
import { goodBodies } from './good-bodies.ts'
import { idOf } from './own-things.ts'
import { showFactors } from './approvals.ts'
import { type Make, newPerson, type Office, requestThings } from './request-things.ts'
import { testPin } from './test-secrets.ts'

/** Something that this call makes, under a name that nothing else has. */
const madeBy =
  (path: string, id: string, part = 'id'): Make =>
  async ({ send }) => ({
    [part]: await idOf(send('POST', `/api${path}`, { body: { ...goodBodies[`POST ${path}`], name: crypto.randomUUID() } }), id),
  })

/** With a key that somebody else has as well. */
const newOwner = async ({ app }: Office) => {
  const owner = await app.signUp(`${crypto.randomUUID()}@example.org`)
  const { key } = await owner.addKey('Own')
  await owner.share(key.id, 'friend@example.org')
  const { id } = await app.db.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirstOrThrow()
  return { id, key: key.id }
}

const newLeaver: Make = async (office) => {
  const { app, send } = office
  const { id, key } = await newOwner(office)
  const { id: to } = await app.db.selectFrom('users').select('id').where('email', '=', 'friend@example.org').executeTakeFirstOrThrow()
  // A newcomer inherits nothing.
  await app.db
    .updateTable('users')
    .set({ created_at: new Date(0) })
    .where('id', '=', to)
    .execute()
  await send('PUT', `/api/admin/users/${id}/status`, { body: { is_active: false, reason: 'Left' } })
  return { id, key, to }
}

/** An e-mail with an unknown outcome. */
const newMail: Make = async ({ app }) => {
  const [id, time] = [crypto.randomUUID(), app.clock.date()]
  const of = { category: 'notification', class: 'optional' as const, recipient_email: 'friend@example.org', subject: 'Hello' }
  const row = { id, ...of, message_id: id, queue: 'done' as const, unknown_at: time, due_at: time, created_at: time }
  await app.db.insertInto('email_logs').values(row).execute()
  return { id }
}

/** It could not be delivered, and is kept as it was. */
const newFailedMail: Make = async (office) => {
  const { app } = office
  const { id = '' } = await newMail(office)
  const body = sealContent(app.crypto, id, 'body', { html: '<p>Hello</p>', text: 'Hello', replyTo: null, headers: {} })
  await app.db.updateTable('email_logs').set({ body, unknown_at: null, failed_at: app.clock.date() }).where('id', '=', id).execute()
  return { id }
}

/** With its file. */
const newWholeBackup: Make = async ({ app, send }) => {
  const id = await idOf(send('POST', '/api/admin/backups'), 'backup.id')
  await app.backupMaker.make(id)
  return { id }
}

const newBackup: Make = async ({ app }) => {
  const [id, time] = [crypto.randomUUID(), app.clock.date()]
  const row = { id, file_name: `${id}.backup`, state: 'completed' as const, cause: 'manual' as const, touched_at: time, created_at: time }
  await app.db.insertInto('backups').values(row).execute()
  return { id }
}

const newWebhook = madeBy('/admin/webhooks', 'webhook.id')
const newMapping: Make = async ({ app, send }) => {
  await app.db.deleteFrom('email_mappings').where('event_name', '=', 'user.login').execute()
  return {
    id: await idOf(
      send('POST', '/api/admin/email/event-mappings', { body: goodBodies['POST /admin/email/event-mappings'] ?? {} }),
      'mapping.id',
    ),
  }
}

const newTemplate: Make = async (office) => {
  const { id = '' } = await madeBy('/admin/email/templates', 'template.id')(office)
  const body = { subject: 'Hallo', html_content: '<p>Hallo</p>', text_content: 'Hallo' }
  await office.send('PUT', `/api/admin/email/templates/${id}/translations/de`, { body })
  return { id, language: 'de', number: '1' }
}

/** A thing of an installation that can send e-mail. */
const withProvider =
  (make: Make): Make =>
  async (office) => {
    const provider = goodBodies['POST /admin/email/config'] ?? {}
    const configuration = { ...(provider['configuration'] as object), from_email: 'vault@example.org' }
    const body = { ...provider, configuration, name: crypto.randomUUID(), is_active: true }
    const made = await make(office)
    await office.send('POST', '/api/admin/email/config', { body })
    return made
  }

const newServiceAccount: Make = async ({ app }) => {
  const owner = await app.signUp(`${crypto.randomUUID()}@example.org`)
  const group_id = await idOf(owner.send('POST', '/api/groups', { body: { name: 'Night shift' } }), 'group.id')
  return { id: await idOf(owner.send('POST', '/api/service-accounts', { body: { group_id, name: 'Deploy bot' } }), 'service_account.id') }
}

const newFailedJob: Make = async ({ app }) => {
  await app.jobs.enqueue(app.db, 'system.health', {})
  const { rows } = await sql<{ id: string }>`update pgboss.job set state = 'failed' where name = 'system.health' returning id`.execute(
    app.asOwner(),
  )
  return { id: rows[0]?.id ?? '' }
}

const newReview: Make = async ({ app, send }) => {
  const owner = await app.signUp(`${crypto.randomUUID()}@example.org`)
  await owner.share((await owner.addKey('Own')).key.id, 'friend@example.org')
  const due_at = new Date(app.clock.now() + 10 * 24 * 60 * 60 * 1000).toISOString()
  return { id: await idOf(send('POST', '/api/admin/reviews', { body: { scope: 'all', due_at } }), 'id') }
}

/** Makes a thing of the back office, newly for each call, since some take it away. The first that fits counts. */
export const officeThings: [RegExp, Make][] = [
  [/^\/admin\/access\/questions\//, madeBy('/admin/access/questions', 'question.id')],
  [/^\/admin\/audit\/streams\//, madeBy('/admin/audit/streams', 'stream.id')],
  [/^\/admin\/backups\/\{id\}\/(download|verify)/, newWholeBackup],
  [/^\/admin\/backups\//, newBackup],
  [/^\/admin\/email\/config\//, madeBy('/admin/email/config', 'provider.id')],
  [/^\/admin\/email\/(event-mappings|events)\/\{id\}\/test/, withProvider(newMapping)],
  [/^\/admin\/email\/(event-mappings|events)\//, newMapping],
  [/^\/admin\/email\/logs\/\{id\}\/resend/, newFailedMail],
  [/^\/admin\/email\/logs\//, newMail],
  [
    /^\/admin\/email\/settings\/apply-theme\//,
    async ({ send }) => ({
      id: await idOf(
        send('POST', '/api/admin/email/settings/apply-theme', { body: { theme: 'card', override_existing_themes: true } }),
        'undo_id',
      ),
    }),
  ],
  [
    /^\/admin\/email\/suppressions\//,
    async ({ send }) => ({
      id: await idOf(
        send('POST', '/api/admin/email/suppressions', { body: { email: `${crypto.randomUUID()}@example.org` } }),
        'suppression.id',
      ),
    }),
  ],
  [/^\/admin\/email\/templates\/\{id\}\/test/, withProvider(newTemplate)],
  [/^\/admin\/email\/templates\//, newTemplate],
  [/^\/admin\/email\/themes\//, madeBy('/admin/email/themes', 'theme.slug', 'slug')],
  [
    /^\/admin\/webhooks\/\{id\}\/deliveries\//,
    async (office) => {
      const { id = '' } = await newWebhook(office)
      const delivery_id = crypto.randomUUID()
      const row = {
        id: delivery_id,
        endpoint_id: id,
        type: 'test',
        body: '{}',
        state: 'failed' as const,
        created_at: office.app.clock.date(),
      }
      await office.app.db.insertInto('webhook_deliveries').values(row).execute()
      return { id, delivery_id }
    },
  ],
  [/^\/admin\/webhooks\//, newWebhook],
  [/^\/admin\/workload\/issuers\//, madeBy('/admin/workload/issuers', 'issuer.id')],
  [/^\/admin\/programs\/accounts\//, newServiceAccount],
  ...requestThings,
  [
    /^\/admin\/reviews\/\{id\}\/remind/,
    async (office) => {
      const { id = '' } = await newReview(office)
      // As once its items are collected.
      await office.app.db.updateTable('reviews').set({ state: 'open' }).where('id', '=', id).execute()
      return { id }
    },
  ],
  [/^\/admin\/reviews\//, newReview],
  [/^\/admin\/system\/jobs\//, newFailedJob],
  [
    /^\/admin\/system\/maintenance\//,
    async ({ app, send }) => {
      await app.db.deleteFrom('maintenance_windows').execute()
      return {
        id: await idOf(
          send('POST', '/api/admin/system/maintenance', { body: goodBodies['POST /admin/system/maintenance'] ?? {} }),
          'window.id',
        ),
      }
    },
  ],
  [/^\/admin\/users\/\{id\}\/leaver/, newLeaver],
  [
    /^\/admin\/users\/\{id\}\/restore/,
    async (office) => {
      const { id } = await newOwner(office)
      await office.send('DELETE', `/api/admin/users/${id}`)
      return { id }
    },
  ],
  [
    /^\/admin\/users\/\{id\}\/release/,
    async (office) => {
      const { id } = await newOwner(office)
      await office.send('POST', `/api/admin/users/${id}/reset-pin`, { body: { new_pin: testPin } })
      // As if others had done all this: an administrator who did may not open the account again.
      await office.app.db.updateTable('hands').set({ by_id: null }).execute()
      await showFactors(office.app)
      return { id }
    },
  ],
  [
    /^\/admin\/users\/\{id\}\/factors/,
    async ({ app }) => {
      const owner = await app.signUp(`${crypto.randomUUID()}@example.org`)
      await enrolPasskey(app, owner)
      return app.db.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirstOrThrow()
    },
  ],
  [/^\/admin\/users\/\{id\}$/, newOwner],
  [/^\/admin\/users\//, newPerson],
]
