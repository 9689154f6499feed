import { sql } from 'kysely'
import { lasts } from '../platform/lasts.ts'

/** `since`: until when an end can be taken back; `askedSince`: until when it can be asked for again. */
export interface EndedPeriod {
  since: Date
  askedSince: Date
  now: Date
}

/** In addition to those that run: what ended without a successor and has time left, or is asked for again. */
export const endedSince = ({ since, askedSince, now }: EndedPeriod) => sql`
  or (shares.revoked_at is not null
    and (shares.revoked_at >= ${since} and ${lasts(now, 'shares')} or shares.asked_at is not null
      and shares.revoked_at >= ${askedSince} and users.deleted_at is null
      and not exists (
        select from shares newer
        where newer.key_id = shares.key_id and newer.recipient_id = shares.recipient_id and newer.id > shares.id)
      and shares.ended_as ->> 'owner_id' = (select owner_id::text from keys where keys.id = shares.key_id))
    and not exists (
      select from shares others where others.key_id = shares.key_id and others.revoked_at is null
        and (others.email_normalized = shares.email_normalized or others.recipient_id = shares.recipient_id or others.group_id = shares.group_id
          or others.service_account_id = shares.service_account_id)))`

/** What its person knows of a share at its end. */
export const knownAtEnd = sql<string>`(
  select jsonb_build_object('name', keys.name, 'issuer', keys.issuer, 'owner', owners.name, 'owner_id', owners.id)
  from keys join users owners on owners.id = keys.owner_id where keys.id = shares.key_id)`
