import type { EventName } from '@twofold/contract/events'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { resetMailJob } from '../accounts/password-reset-links.service.ts'
import { verificationMailJob } from '../accounts/verification.service.ts'
import { deletedKeyJob } from '../keys/key-deletion.service.ts'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import type { EventRecipient } from '../platform/events.ts'
import { lockedJob, unlockedJob } from '../sessions/sign-in-guard.service.ts'
import type { TestApp } from './start-test-app.ts'

interface QueuedJob {
  id: string
  name: string
  data: Record<string, string>
}

/** Makes an application that can send e-mail, as far as it knows. */
export async function addProvider(app: Pick<TestApp, 'db' | 'clock'>): Promise<void> {
  const now = app.clock.date()
  await app.db
    .insertInto('email_providers')
    .values({ id: uuid(), name: 'Main', provider: 'smtp', configuration, priority: 1, created_at: now, updated_at: now })
    .execute()
}

/** Whether that provider is in use: who signs up while none is needs no proof of the address. */
export async function letMailOut(app: Pick<TestApp, 'db'>, is_active: boolean): Promise<void> {
  await app.db.updateTable('email_providers').set({ is_active }).execute()
}

/** Of a provider that e-mail could go out through. */
const configuration = JSON.stringify({
  host: 'mail.example.org',
  port: 587,
  username: 'vault',
  encryption: 'tls',
  from_email: 'vault@example.org',
})

async function waiting(app: Pick<TestApp, 'db'>, names: string[]): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select id, name, data from pgboss.job where name = any(${names}) and state = 'created' order by created_on, id`.execute(app.db)
  return rows
}

/** Does what was put off when somebody asked for an e-mail or was locked out, as a worker would. */
export async function runPutOff(app: TestApp): Promise<void> {
  const handlers: Record<string, (data: never) => Promise<void>> = {
    [verificationMailJob]: app.verification.sendRequested,
    [resetMailJob]: app.passwordChanges.sendReset,
    [lockedJob]: app.guard.notifyLocked,
    [unlockedJob]: app.guard.notifyUnlocked,
    [deletedKeyJob]: app.keyDeletion.notify,
  }
  for (const job of await waiting(app, Object.keys(handlers))) {
    await sql`delete from pgboss.job where id = ${job.id}`.execute(app.db)
    await handlers[job.name]?.(job.data as never)
  }
}

/** Makes the mappings of events that nobody is written to about from the start, which therefore never wait. */
export async function askFor(app: Pick<TestApp, 'db' | 'clock'>, ...events: EventName[]): Promise<void> {
  const now = app.clock.date()
  await app.db
    .insertInto('email_mappings')
    .values(events.map((event_name) => ({ id: uuid(), event_name, created_at: now, updated_at: now })))
    .execute()
}

/** The events of a name that wait for e-mail delivery, in order, with what they carry. */
export async function eventsOf(app: TestApp, name: EventName) {
  const sealer = createEventSealer(app.crypto)
  const jobs = (await waiting(app, ['event.mail'])) as unknown as {
    data: { id: string; name: string; to?: EventRecipient; sealed: string }
  }[]
  return jobs
    .filter(({ data }) => data.name === name)
    .map(({ data }) => ({ to: data.to, data: JSON.parse(sealer.open(data.id, data.sealed)) as Record<string, string | number> }))
}

/** The token of the newest link that an event carries. */
export async function newestToken(app: TestApp, name: EventName): Promise<string> {
  const url = (await eventsOf(app, name)).at(-1)?.data['link.url']
  const token = typeof url === 'string' ? /#token=([\w-]{43})$/.exec(url)?.[1] : undefined
  if (token === undefined) throw new Error(`No ${name} carries a link.`)
  return token
}
