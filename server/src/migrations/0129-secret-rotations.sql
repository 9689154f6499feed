-- A key that was given another secret. Who had the one before, and until when that was worth something, stays known.
create table secret_rotations (
  id uuid primary key,
  key_id uuid not null references keys (id) on delete cascade,
  rotated_at timestamptz not null,
  rotated_by uuid references users (id) on delete set null,
  -- Whether the backup codes of the guarded service were void as well.
  with_backup_codes boolean not null
);
create index secret_rotations_of_key on secret_rotations (key_id, rotated_at);
create index secret_rotations_by on secret_rotations (rotated_by);

-- Adds until when what somebody has had makes codes or opens the door: null, to this day.
create or replace view secret_knowledge as
select known.key_id, known.user_id, known.what, known.at,
  (select min(rotation.rotated_at) from secret_rotations rotation
    where rotation.key_id = known.key_id and rotation.rotated_at > known.at
      and (known.what <> 'backup_codes' or rotation.with_backup_codes)) as until
from (
  select key_id, user_id, what, shown_at as at from secret_showings
  union all
  select key_id, added_by, 'backup_codes', created_at from backup_codes where added_by is not null
  union all
  select id, added_by, 'added', created_at from keys where added_by is not null
  union all
  select id, owner_id, 'added', created_at from keys where added_by is null
  union all
  select key_id, rotated_by, 'added', rotated_at from secret_rotations where rotated_by is not null
) known;
