import type pg from 'pg'
import { v7 as uuid } from 'uuid'

export interface Calmed {
  /** Mails that were waiting to be sent, and now wait for an administrator. */
  heldMails: number
}

/**
 * What must not go on where it stopped. The world went on since the backup: mail that waited then has mostly been sent, and the links in it are
 * void, like all others, because a backup does not carry them. Runs on the newest schema, in the transaction of the restore.
 */
export async function calmDown(client: pg.Client, backup: { now: Date; createdAt: string; application: string }): Promise<Calmed> {
  await client.query(
    `update email_attempts set finished_at = $1, detail = 'The installation was restored from a backup.' where finished_at is null`,
    [backup.now],
  )
  const held = await client.query(
    `update email_logs
     set queue = 'held', held_at = $1, waiting_reason = 'restored', lease_until = null, fence = fence + 1,
       useful_until = case when useful_until is not null then least(useful_until, $1) end -- \`least\` passes over null
     where queue in ('due', 'claimed')`,
    [backup.now],
  )
  const heldMails = held.rowCount ?? 0
  const facts = { backup_of: backup.createdAt, application: backup.application, held_mails: heldMails }
  await client.query('insert into restorations (id, restored_at, backup_created_at, application, held_mails) values ($1, $2, $3, $4, $5)', [
    uuid(),
    backup.now,
    backup.createdAt,
    backup.application,
    heldMails,
  ])
  await client.query(
    `insert into audit_log (id, happened_at, action, target_kind, after) values ($1, $2, 'backup.restored', 'backup', $3)`,
    [uuid(), backup.now, JSON.stringify(facts)],
  )
  return { heldMails }
}
