import type { Db } from '../platform/database.ts'

/** Delivery state of endpoints. */
export function createEndpointStates(db: Db) {
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
    /** Answers its name if it was active. */
    disable: (endpointId: string, because: 'gone' | 'failing') =>
      db
        .updateTable('webhook_endpoints')
        .set({ is_active: false, disabled_because: because })
        .where('id', '=', endpointId)
        .where('is_active', '=', true)
        .returning(['name', 'url'])
        .executeTakeFirst(),
  }
}
