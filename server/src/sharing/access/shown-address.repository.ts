import { sql } from 'kysely'

/** The owner knows the present address of a share's person: they have been shown a code of the key. `users` is joined. */
export const isKnownByShare = sql<boolean>`exists (
  select from shown_codes shown where shown.key_id = shares.key_id and shown.user_id = users.id)`

/** The same for a member of a group who has been shown a code of one of its keys. `users` is joined. */
export const isKnownByGroup = sql<boolean>`exists (
  select from shares grants join shown_codes shown on shown.key_id = grants.key_id
  where grants.group_id = members.group_id and shown.user_id = users.id)`
