import type { Db } from '../../platform/database.ts'
import { type ClaimedMail } from './claims.repository.ts'

export function createWaitingMail(db: Db) {
  return {
    /** Makes e-mail due that waited for a provider. */
    async wakeWaiting(now: Date): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ due_at: now, waiting_reason: null })
        .where('queue', '=', 'due')
        .where((row) => row.or([row('waiting_reason', '=', 'no_provider'), row('waiting_reason', 'like', 'no_room:%')]))
        .execute()
    },
    /** Records on due e-mail of these classes why it waits. */
    async noteWaiting(reason: string, classes: readonly ClaimedMail['class'][], now: Date): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ waiting_reason: reason })
        .where('queue', '=', 'due')
        .where('due_at', '<=', now)
        .where('class', 'in', classes)
        .where('waiting_reason', 'is distinct from', reason)
        .execute()
    },
  }
}
