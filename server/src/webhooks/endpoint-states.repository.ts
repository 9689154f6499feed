import type { Db } from '../platform/database.ts'

/** Whether an endpoint takes what it is sent. */
export function createEndpointStates(db: Db) {
  return {
    async noteSuccess(endpointId: string): Promise<void> {
      await db
        .updateTable('webhook_endpoints')
        .set({ failing_since: null })
        .where('id', '=', endpointId)
        .where('failing_since', 'is not', null)
        .execute()
    },
    async noteFailure(endpointId: string, now: Date): Promise<void> {
      await db
        .updateTable('webhook_endpoints')
        .set({ failing_since: now })
        .where('id', '=', endpointId)
        .where('failing_since', 'is', null)
        .execute()
    },
    /** Its name, when it was active. */
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
