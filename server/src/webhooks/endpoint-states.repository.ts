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
  }
}
