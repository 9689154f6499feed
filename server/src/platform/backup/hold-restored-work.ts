import type pg from 'pg'
import { v7 as uuid } from 'uuid'

export interface Calmed {
  /** E-mails that were queued and now wait for an administrator. */
  heldMails: number
}

/**
 * Holds work that must not simply resume after a restore. Queued e-mail has mostly been sent since the backup, and its links are void, like all
 * others, because a backup does not carry them. Runs on the newest schema, in the transaction of the restore.
 */
export async function calmDown(client: pg.Client, backup: { now: Date; createdAt: string; application: string }): Promise<Calmed> {
  const held = await client.query<{ mails: number }>('select hold_waiting_mail($1)::int as mails', [backup.now])
  const heldMails = held.rows[0]?.mails ?? 0
  const facts = { backup_of: backup.createdAt, application: backup.application, held_mails: heldMails }
  await client.query('insert into restorations (id, restored_at, backup_created_at, application, held_mails) values ($1, $2, $3, $4, $5)', [
    uuid(),
    backup.now,
    backup.createdAt,
    backup.application,
    heldMails,
  ])
  await client.query(`select make_month('audit_log', $1)`, [backup.now])
  await client.query(
    `insert into audit_log (id, happened_at, action, target_kind, after) values ($1, $2, 'backup.restored', 'backup', $3)`,
    [uuid(), backup.now, JSON.stringify(facts)],
  )
  return { heldMails }
}
