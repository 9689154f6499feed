import type { Wording } from '@twofold/contract/said'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'

export interface NewNotificationRow {
  id: string
  type: 'alert' | 'info' | 'success'
  title: string
  message: string
  /** Both by codes. */
  said: { title: Wording[]; message: Wording[] }
  /** A path below `/admin`. */
  link?: string
  created_at: Date
}

export function createNotificationsRepository(db: Db) {
  return {
    /** Does nothing if it exists already. */
    async put(row: NewNotificationRow): Promise<void> {
      await db
        .insertInto('notifications')
        .values({ ...row, said: JSON.stringify(row.said) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    list: (userId: string, limit: number, offset: number) =>
      db
        .selectFrom('notifications')
        .leftJoin('notification_reads', (join) =>
          join.onRef('notification_reads.notification_id', '=', 'notifications.id').on('notification_reads.user_id', '=', userId),
        )
        .select([
          'notifications.id',
          'notifications.type',
          'notifications.title',
          'notifications.message',
          'notifications.said',
          'notifications.link',
          'notifications.created_at',
          'notification_reads.user_id as read_by',
        ])
        .orderBy('notifications.created_at', 'desc')
        .orderBy('notifications.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    async count(userId: string): Promise<{ total: number; unread: number; alerts: number }> {
      const { rows } = await sql<{ total: number; unread: number; alerts: number }>`
        select count(*) as total, count(*) filter (where reads.user_id is null) as unread,
          count(*) filter (where reads.user_id is null and type = 'alert') as alerts
        from notifications
        left join notification_reads reads on reads.notification_id = notifications.id and reads.user_id = ${userId}`.execute(db)
      return rows[0] ?? { total: 0, unread: 0, alerts: 0 }
    },
    async markAllRead(userId: string): Promise<void> {
      await sql`
        insert into notification_reads (notification_id, user_id) select id, ${userId} from notifications
        on conflict do nothing`.execute(db)
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'notifications', column: 'created_at', until })],
  }
}

export type NotificationsRepository = ReturnType<typeof createNotificationsRepository>
