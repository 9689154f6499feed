import type { Db } from '../platform/database.ts'
import type { InstallationHand } from './hands.ts'
import { isToApprove } from './trusted-mail.repository.ts'

export interface MailPathRow {
  id: string
  kind: InstallationHand
  target_name: string | null
  by_id: string | null
  by_name: string | null
  happened_at: Date
  /** It counts until it is approved. */
  is_lasting: boolean
}

export function createMailPathRepository(db: Db) {
  const open = () =>
    db
      .selectFrom('hands')
      .where('user_id', 'is', null)
      .where('approved_at', 'is', null)
      .select(['id', 'kind', 'target_name', 'by_id', 'by_name', 'happened_at', isToApprove.as('is_lasting')])
      .$castTo<MailPathRow>()
  return {
    list: (since: Date, most: number): Promise<MailPathRow[]> =>
      open()
        .where((hand) => hand.or([hand('happened_at', '>', since), isToApprove]))
        .orderBy('happened_at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute(),
    /** Locks in one order, so that concurrent approvals cannot deadlock. */
    lock: (ids: string[]): Promise<MailPathRow[]> => open().where('id', 'in', ids).orderBy('id').forUpdate().execute(),
    async approve(ids: string[], by: { id: string; name: string }, at: Date): Promise<void> {
      await db
        .updateTable('hands')
        .set({ approved_at: at, approved_by_id: by.id, approved_by_name: by.name })
        .where('id', 'in', ids)
        .execute()
    },
  }
}

export type MailPathRepository = ReturnType<typeof createMailPathRepository>
