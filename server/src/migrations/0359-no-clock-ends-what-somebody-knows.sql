-- expand from 0.1.0
/*
 * Times of different nodes' clocks do not decide who knows the present secret. Showings and rotations are both written by the database's clock. Rows
 * of keys and backup codes are written by a node's: a key is older than each of its rotations, and backup codes that exist are newer than each
 * rotation that made them void, as that one deleted those before it.
 */
create or replace view secret_knowledge as
select known.key_id, known.user_id, known.what, known.at,
  (select min(rotation.rotated_at) from secret_rotations rotation
    where rotation.key_id = known.key_id and rotation.rotated_at > known.ended_after
      and (known.what <> 'backup_codes' or rotation.with_backup_codes)) as until
from (
  select key_id, user_id, what, shown_at as at, shown_at as ended_after from secret_showings
  union all
  select key_id, added_by, 'backup_codes', created_at, 'infinity'::timestamptz from backup_codes where added_by is not null
  union all
  select id, added_by, 'added', created_at, '-infinity'::timestamptz from keys where added_by is not null
  union all
  select id, owner_id, 'added', created_at, '-infinity'::timestamptz from keys where added_by is null and deleted_at is null
  union all
  select id, owner_id, 'added', created_at, '-infinity'::timestamptz from keys where added_by is null and deleted_at is not null
  union all
  select key_id, rotated_by, 'added', rotated_at, rotated_at from secret_rotations where rotated_by is not null
) known;
