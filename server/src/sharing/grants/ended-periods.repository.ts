import { sql } from 'kysely'
import { lasts } from '../../platform/lasts.ts'

/** `since`: ends from then on can be undone; `askedSince`: ends from then on can be requested again. */
export interface EndedPeriod {
  since: Date
  askedSince: Date
  now: Date
}

/** The key is shared with the same person, group or service account again. */
const isReplaced = sql`exists (
  select from shares others where others.key_id = shares.key_id and others.revoked_at is null
    and (others.email_normalized = shares.email_normalized or others.recipient_id = shares.recipient_id or others.group_id = shares.group_id
      or others.service_account_id = shares.service_account_id))`

/**
 * The share ended after `since` and can be given again: its time is not over, it was not replaced, its person has an account that is not the
 * owner's, and its group is the owner's. The key may have changed hands since.
 */
export const restorable = ({ since, now }: Pick<EndedPeriod, 'since' | 'now'>) => sql<boolean>`(
  shares.revoked_at is not null and shares.revoked_at >= ${since} and ${lasts(now, 'shares')} and not ${isReplaced}
  and (shares.recipient_id is null or exists (select from people users where users.id = shares.recipient_id and users.deleted_at is null))
  and exists (
    select from named_keys keys join people owners on owners.id = keys.owner_id
    where keys.id = shares.key_id and shares.recipient_id is distinct from keys.owner_id
      and (shares.recipient_id is not null or shares.email_normalized is distinct from owners.email_normalized)
      and (shares.group_id is null or exists (select from groups where groups.id = shares.group_id and groups.owner_id = keys.owner_id))))`

/** In addition to live shares: ended ones that can be restored, or are requested again. */
export const endedSince = (period: EndedPeriod) => sql`
  or ${restorable(period)}
  or (shares.revoked_at >= ${period.askedSince} and shares.asked_at is not null and users.deleted_at is null and not ${isReplaced}
    and not exists (
      select from shares newer
      where newer.key_id = shares.key_id and newer.recipient_id = shares.recipient_id and newer.id > shares.id)
    and shares.ended_as ->> 'owner_id' = (select owner_id::text from named_keys keys where keys.id = shares.key_id))`

/** The recipient's knowledge of a share at its end. */
export const knownAtEnd = sql<string>`(
  select jsonb_build_object('name', keys.name, 'issuer', keys.issuer, 'owner', owners.name, 'owner_id', owners.id)
  from named_keys keys join people owners on owners.id = keys.owner_id where keys.id = shares.key_id)`
