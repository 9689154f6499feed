import type pg from 'pg'
import { v7 as uuid } from 'uuid'

export interface Calmed {
  /** E-mails that were queued and now wait for an administrator. */
  heldMails: number
  /** Tokens of programs, those of signed-in devices included. */
  endedTokens: number
  /** Acts of administrators that waited for approval. */
  endedRequests: number
  endedOffers: number
  /** Messages to webhooks that waited to be sent. */
  stoppedDeliveries: number
}

/** After a move everything continues. */
export const nothingCalmed: Calmed = { heldMails: 0, endedTokens: 0, endedRequests: 0, endedOffers: 0, stoppedDeliveries: 0 }

/** Tokens that the replaced database held as valid, and their ends. */
export interface KeptTokens {
  hashes: Buffer[]
  ends: Date[]
}

/** Asked before the database is cleared. An older one does not know, and one that was empty has none. */
export async function findKeptTokens(client: pg.Client, now: Date): Promise<KeptTokens> {
  const known = await client.query<{ known: boolean }>(`select to_regprocedure('tokens_in_force(timestamptz)') is not null as known`)
  if (known.rows[0]?.known !== true) return { hashes: [], ends: [] }
  const { rows } = await client.query<{ token_hash: Buffer; expires_at: Date }>('select token_hash, expires_at from tokens_in_force($1)', [
    now,
  ])
  return { hashes: rows.map(({ token_hash: hash }) => hash), ends: rows.map(({ expires_at: end }) => end) }
}

/**
 * Holds work that must not simply resume after a restore, and ends what may have been closed since the backup was made
 * (docs/decisions/0382). Queued e-mail has mostly been sent since, and its links are void. Runs on the newest schema, in the transaction of the
 * restore.
 */
export async function calmDown(
  client: pg.Client,
  backup: { now: Date; createdAt: string; application: string; kept: KeptTokens },
): Promise<Calmed> {
  const held = await client.query<{ mails: number }>('select hold_waiting_mail($1)::int as mails', [backup.now])
  const heldMails = held.rows[0]?.mails ?? 0
  const { rows } = await client.query<Record<'tokens' | 'requests' | 'offers' | 'deliveries', number>>(
    `select ended_tokens::int as tokens, ended_requests::int as requests, ended_offers::int as offers, stopped_deliveries::int as deliveries
     from end_what_was_restored($1, $2, $3, $4)`,
    [backup.now, backup.createdAt, backup.kept.hashes, backup.kept.ends],
  )
  const { tokens = 0, requests = 0, offers = 0, deliveries = 0 } = rows[0] ?? {}
  const facts = {
    backup_of: backup.createdAt,
    application: backup.application,
    held_mails: heldMails,
    ended_tokens: tokens,
    ended_requests: requests,
    ended_offers: offers,
    stopped_deliveries: deliveries,
  }
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
  return { heldMails, endedTokens: tokens, endedRequests: requests, endedOffers: offers, stoppedDeliveries: deliveries }
}
