import { createStream, type StreamTarget } from '@twofold/contract/admin/streams'
import { beginning, type ChainedRow, hashLink, textOf } from '../../../platform/audit-chain/canonical-row.ts'
import { startOffice } from '../../../testing/start-office.ts'
import type { TestAppOptions } from '../../../testing/start-test-app.ts'

/** The fields of each row that a receiver gets. */
export interface ReceivedEvent {
  class_uid: number
  metadata: { uid: string; sequence: number }
  unmapped: { audit: ChainedRow; chain: { sequence: number; previous_hash: string; hash: string } }
}

/** An application whose streams may go to this machine, with an administrator. */
export async function startStreams(options: TestAppOptions = {}) {
  const app = await startOffice({ ...options, env: { OUTBOUND_ALLOW: 'localhost', ...options.env } })
  const root = await app.administrator('root@example.org')
  return {
    ...app,
    root,
    async add(target: StreamTarget, fields: { name?: string; from?: 'beginning' | 'now' } = {}) {
      const answer = await root.call(createStream, { body: { name: 'Collector', from: 'beginning', target, ...fields } })
      if (answer.status !== 201) throw new Error(`The stream was not added: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Writes rows into the audit log, each in a transaction of its own. */
    async write(count: number, name = 'row') {
      for (let number = 1; number <= count; number += 1) {
        const target = { kind: 'test', id: String(number), name: `${name} ${number} ö☃` }
        await app.transaction((tx) => tx.audit({ action: 'settings.changed', target, after: { count: number } }))
      }
    },
    /** Links everything and sends it once. */
    async send() {
      await app.auditChain.linkAll()
      await app.streams.sendDue()
    },
    /** As if the time until the next try had passed. */
    async tryAgain() {
      await app.db
        .updateTable('audit_streams')
        .set({ next_try_at: new Date(0) })
        .execute()
      await app.streams.sendDue()
    },
  }
}

/** Each row once, in the order in which it came first. */
export function firstsOf(events: readonly ReceivedEvent[]): ReceivedEvent[] {
  const seen = new Set<number>()
  return events.filter(({ metadata }) => !seen.has(metadata.sequence) && seen.add(metadata.sequence))
}

/** Recomputes every hash from what was received. Answers the sequence of the first event that does not fit; undefined: all do. */
export function findBrokenEvent(events: readonly ReceivedEvent[]): number | undefined {
  let previous = beginning
  return events.find(({ unmapped: { audit, chain } }, index) => {
    const fits =
      chain.sequence === index + 1 && chain.previous_hash === previous && hashLink(previous, textOf(audit, chain.sequence)) === chain.hash
    previous = chain.hash
    return !fits
  })?.unmapped.chain.sequence
}
