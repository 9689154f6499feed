import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Acceptance } from './hand-over-turns.ts'
import type { SendOutcome } from '../providers/sender.ts'

/**
 * A power failure may lose the last moments of these writes and nothing else: such an e-mail is then handed over again, with the same Message-ID.
 * Waiting for the disk here would halve a worker's throughput.
 */
export const withoutWaitingForDisk = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`

export const begun = (attempt: NewAttempt, fence: number, now: Date) => sql`
  insert into email_attempts (id, log_id, number, provider_id, provider_name, outcome, started_at)
  select ${attempt.id}, id, ${attempt.number}, ${attempt.provider_id}, ${attempt.provider_name}, 'interrupted', ${attempt.started_at}
  from email_logs where id = ${attempt.log_id} and fence = ${fence} and queue = 'claimed' and lease_until > ${now}`

export const accepted = ({ attempt, fence, provider_kind, provider_message_id, response, accepted_at }: Acceptance) => sql`
  ended as (
    update email_attempts set outcome = 'accepted', detail = ${response}, finished_at = ${accepted_at}
    where id = ${attempt.id} and started_at = ${attempt.started_at} and started_at = ${attempt.started_at}
  ), done as (
    update email_logs set queue = 'done', lease_until = null, outgoing = null, waiting_reason = null, error_message = null,
      sent_at = ${accepted_at}, attempts = ${attempt.number}, provider_id = ${attempt.provider_id}, provider_kind = ${provider_kind},
      provider_message_id = ${provider_message_id}, provider_response = ${response}
    where id = ${attempt.log_id} and fence = ${fence} and queue = 'claimed' returning id
  )`

/** Inserts or updates, whether or not the beginning was written, as long as the e-mail exists. */
export const ended = (db: Db, attempt: NewAttempt, end: AttemptEnd) => {
  const written = { ...attempt, ...end }
  const columns = Object.keys(written) as (keyof typeof written)[]
  return db
    .insertInto('email_attempts')
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom('email_logs')
        .where('email_logs.id', '=', attempt.log_id)
        .select(columns.map((column) => sql`${written[column]}`.as(column))),
    )
    .onConflict((conflict) => conflict.columns(['started_at', 'id']).doUpdateSet(end))
}

export interface AttemptEnd {
  outcome: SendOutcome['kind']
  code: string | null
  detail: string
  finished_at: Date
}

export interface NewAttempt {
  id: string
  log_id: string
  number: number
  provider_id: string
  provider_name: string
  started_at: Date
}
