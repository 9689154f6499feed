import type { EventClass } from '@twofold/contract/event-definition'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { openCrypto } from '../../platform/crypto/crypto.ts'
import { loadRootKey } from '../../platform/crypto/root-key.ts'
import { createLog } from '../../platform/log.ts'
import { createTestDatabase, openDatabase, testTimeoutMs } from '../../platform/testing/test-database.ts'
import { createProvidersRepository } from '../providers/providers.repository.ts'
import { createDeliveryService } from '../delivery/delivery.service.ts'
import { sealContent } from '../delivery/mail-content.ts'
import { createQueueRepository } from '../delivery/queue.repository.ts'
import type { MailIdentity, OutgoingMail, SendOptions, SendOutcome } from '../providers/sender.ts'
import { createSuppressionsRepository } from '../suppressions/suppressions.repository.ts'
import { deliverDue } from './deliver-due.ts'

const rootKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 256)).toString('base64')
export const accepted: SendOutcome = { kind: 'accepted', providerMessageId: null, response: '250 OK' }
export const failing: SendOutcome = { kind: 'provider_failed', code: 'ECONNREFUSED', reason: 'connection refused', needsAttention: false }

const identity: MailIdentity = { from: { address: 'vault@example.org', name: 'Twofold' }, replyTo: null }

type Behaviour = (mail: OutgoingMail, options: SendOptions) => Promise<SendOutcome>

/** A worker on a database of its own, with providers that behave as a test tells them, and time that it moves. */
export async function startDelivery() {
  const log = createLog('silent')
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const open = () => openDatabase(database, { poolSize: 10, log, timeoutMs: testTimeoutMs })
  const db = await open()
  const crypto = await openCrypto({
    db,
    rootKey: await loadRootKey({ value: rootKey, file: undefined, previous: undefined, dataDir: '', db }),
    log,
  })
  onTestFinished(async () => {
    crypto.close()
    await db.destroy()
  })
  const clock = createManualClock(Date.parse('2026-11-20T10:00:00Z'))
  const behaviours = new Map<string, Behaviour>()
  const identities = new Map<string, MailIdentity>()
  const handedOver: { provider: string; mail: OutgoingMail }[] = []

  /** A worker of its own, as on another node: its own turns at handing over, the same database. */
  const createNode = (through = db) => {
    const delivery = createDeliveryService({
      db: through,
      queue: createQueueRepository,
      providers: createProvidersRepository,
      crypto,
      senderOf: (provider) => ({
        async send(mail, options) {
          const behaviour = behaviours.get(provider.name)
          if (behaviour !== undefined) return behaviour(mail, options)
          await options.beforeHandOver()
          handedOver.push({ provider: provider.name, mail })
          return accepted
        },
        verify: () => Promise.resolve({ ok: true, detail: '' }),
        close() {},
      }),
      suppressions: createSuppressionsRepository,
      identityOf: (provider) => identities.get(provider.name) ?? identity,
      clock,
      log,
      random: () => 0.5,
    })
    return { ...delivery, deliverDue: (limit: number) => deliverDue(delivery, limit) }
  }

  return {
    db,
    clock,
    handedOver,
    behaviours,
    /** By the name of the provider, where it is not `identity`. */
    identities,
    createNode,
    /** A worker that can die: what it wrote until then stays, and what it was about to write never comes. */
    async createMortalNode() {
      const own = await open()
      const die = () => own.destroy()
      onTestFinished(die)
      return { ...createNode(own), die }
    },
    delivery: createNode(),
    async addProvider(name: string, fields: { priority?: number; is_default?: boolean; hourly_limit?: number; daily_limit?: number } = {}) {
      const id = uuid()
      const time = clock.date()
      await db
        .insertInto('email_providers')
        .values({ id, name, provider: 'smtp', configuration: '{}', priority: 1, ...fields, created_at: time, updated_at: time })
        .execute()
      return id
    },
    async addMail(
      fields: {
        class?: EventClass
        preferred_provider_id?: string
        useful_until?: Date
        subject?: string
        recipient_name?: string
        due_at?: Date
      } = {},
    ) {
      const id = uuid()
      await createQueueRepository(db).put({
        id,
        category: 'notification',
        class: 'security',
        recipient_email: `${id}@example.org`,
        subject: 'Hello',
        message_id: `<${id}@example.org>`,
        outgoing: sealContent(crypto, id, 'outgoing', { html: '<p>Hello</p>', text: 'Hello', replyTo: null, headers: {} }),
        due_at: clock.date(),
        created_at: clock.date(),
        ...fields,
      })
      return id
    },
    mail: (id: string) => db.selectFrom('email_logs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    attempts: (id: string) =>
      db
        .selectFrom('email_attempts')
        .select(['number', 'provider_name', 'outcome', 'code'])
        .where('log_id', '=', id)
        .orderBy('started_at')
        .orderBy('id')
        .execute(),
    provider: (name: string) => db.selectFrom('email_providers').selectAll().where('name', '=', name).executeTakeFirstOrThrow(),
  }
}

export async function drain(delivery: { deliverDue: (limit: number) => Promise<number> }) {
  while ((await delivery.deliverDue(20)) > 0);
}
