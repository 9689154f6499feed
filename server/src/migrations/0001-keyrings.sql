-- The keys that encrypt everything else, each wrapped by the root key, which is never in the database. The highest active
-- version of a purpose encrypts; all of them decrypt.
create table keyrings (
  purpose text not null,
  version integer not null check (version between 1 and 65535),
  -- Tells which root key wraps this row, without revealing anything about it.
  root_key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- Null: being handed out to all nodes, which must be able to read with it before the first of them writes with it.
  activated_at timestamptz,
  primary key (purpose, version)
);

create table key_rotations (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  -- Null: running, or interrupted; the next run continues it.
  finished_at timestamptz
);

create unique index key_rotations_unfinished on key_rotations ((finished_at is null)) where finished_at is null;
