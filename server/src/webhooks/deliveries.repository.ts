import { sql } from 'kysely'
import { originNow } from '../platform/work-origin.ts'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { changesRow } from '../platform/row-counts.ts'
import type { KeptSecrets } from './webhook-secrets.ts'

export interface ClaimedDelivery extends KeptSecrets {
  id: string
  body: string
  tries: number
  endpoint_id: string
  url: string
  ca: string | null
  failing_since: Date | null
  lease_until: Date
  caused_by: string | null
  traceparent: string | null
}

/** Queue of deliveries, each worked on by one worker at a time. */
export function createDeliveriesRepository(db: Db) {
  return {
    /** Time since which it fails; null: it does not. Of consecutive failures the first one counts. */
    async noteFailing(endpointId: string, since: Date | null): Promise<void> {
      await db
        .updateTable('webhook_endpoints')
        .set({ failing_since: since })
        .where('id', '=', endpointId)
        .where('failing_since', since === null ? 'is not' : 'is', null)
        .execute()
    },
    /** Answers its name if it was active, still has that address, and has failed since `failingBefore`, if that is given. */
    disable({ id, url }: { id: string; url: string }, because: 'gone' | 'failing', failingBefore: Date | undefined) {
      const disabling = db
        .updateTable('webhook_endpoints')
        .set({ is_active: false, disabled_because: because })
        .where('id', '=', id)
        .where('url', '=', url)
        .where('is_active', '=', true)
        .returning('name')
      return (failingBefore === undefined ? disabling : disabling.where('failing_since', '<=', failingBefore)).executeTakeFirst()
    },
    /** Queues one message per subscribed endpoint, in the transaction of the cause. */
    async publish(type: string, body: string, now: Date): Promise<void> {
      const { caused_by: cause, traceparent } = originNow()
      await sql`
        insert into webhook_deliveries (id, endpoint_id, type, body, created_at, next_try_at, caused_by, traceparent)
        select gen_random_uuid(), id, ${type}, ${body}, ${now}, ${now}, ${cause}, ${traceparent} from webhook_endpoints
        where is_active and ${type} = any(event_types)`.execute(db)
    },
    /** Claims due messages, oldest first, at most `each` per endpoint, including those in progress. */
    async claim(limit: number, each: number, now: Date, leaseUntil: Date): Promise<ClaimedDelivery[]> {
      const { rows } = await sql<ClaimedDelivery>`
        with due as (
          select deliveries.id, deliveries.next_try_at,
            row_number() over (partition by deliveries.endpoint_id order by deliveries.next_try_at, deliveries.id) as place,
            (select count(*) from webhook_deliveries busy where busy.endpoint_id = deliveries.endpoint_id and busy.state = 'waiting'
              and busy.lease_until > ${now}) as under_way
          from webhook_deliveries deliveries
          join webhook_endpoints endpoints on endpoints.id = deliveries.endpoint_id and endpoints.is_active
          where deliveries.state = 'waiting' and deliveries.next_try_at <= ${now}
            and (deliveries.lease_until is null or deliveries.lease_until <= ${now})
        ), taken as (
          select deliveries.id from webhook_deliveries deliveries
          join due on due.id = deliveries.id and due.place + due.under_way <= ${each}
          where deliveries.lease_until is null or deliveries.lease_until <= ${now}
          order by due.next_try_at ${rowsAtMost(limit)} for update of deliveries skip locked
        )
        update webhook_deliveries deliveries set lease_until = ${leaseUntil}
        from taken, webhook_endpoints endpoints
        where deliveries.id = taken.id and endpoints.id = deliveries.endpoint_id
        returning deliveries.id, deliveries.body, deliveries.tries, deliveries.endpoint_id, deliveries.lease_until,
          deliveries.caused_by, deliveries.traceparent, endpoints.url, endpoints.ca,
          endpoints.secret, endpoints.former_secret, endpoints.former_until, endpoints.older_secrets, endpoints.failing_since`.execute(db)
      return rows
    },
    /** False: the lease ran out, and somebody else has it. */
    finish: (
      { id, lease_until: lease }: Pick<ClaimedDelivery, 'id' | 'lease_until'>,
      end: { state: 'waiting' | 'delivered' | 'failed'; status: number | null; nextTryAt: Date | null },
      now: Date,
    ): Promise<boolean> =>
      changesRow(
        db
          .updateTable('webhook_deliveries')
          .set(({ eb }) => ({
            state: end.state,
            tries: eb('tries', '+', 1),
            last_status: end.status,
            last_tried_at: now,
            next_try_at: end.nextTryAt,
            lease_until: null,
          }))
          .where('id', '=', id)
          .where('lease_until', '=', lease),
      ),
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'webhook_deliveries', column: 'created_at', until })],
  }
}

export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>
