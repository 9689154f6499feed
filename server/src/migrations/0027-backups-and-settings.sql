-- Backups that were made or begun. The files are in the data folder of the node that made them.
create table backups (
  id uuid primary key,
  file_name text not null unique,
  state text not null check (state in ('waiting', 'running', 'completed', 'failed')),
  cause text not null check (cause in ('manual', 'scheduled', 'command')),
  made_by uuid references users (id) on delete set null,
  made_by_name text,
  -- The moment of the schedule that it is for: however many nodes see it come, one backup is made for it.
  scheduled_for timestamptz unique,
  -- Host name of the node that has the file.
  node text,
  step text check (step in ('writing', 'reading_back')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- When whoever makes it was last heard of.
  touched_at timestamptz not null,
  -- Counts those who took it up: only the newest may go on.
  fence integer not null default 0,
  encrypted_with text check (encrypted_with in ('password', 'master_key')),
  application text,
  size bigint,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The last time that it was read from beginning to end, and what was wrong then.
  verified_at timestamptz,
  verify_error text,
  verify_began_at timestamptz
);

create unique index backups_under_way on backups ((true)) where state in ('waiting', 'running');
create index backups_newest on backups (created_at desc, id desc);

-- Fetching a file: an address that works once, within a minute.
create table backup_downloads (
  token_hash bytea primary key,
  backup_id uuid not null references backups (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);

-- This installation was put back from a backup.
create table restorations (
  id uuid primary key,
  restored_at timestamptz not null,
  backup_created_at timestamptz not null,
  application text not null,
  held_mails integer not null
);

create index email_logs_held on email_logs (created_at, id) where queue = 'held';

-- What administrators decided; what is not here has its default, and what the environment says goes before both.
create table installation_settings (
  name text primary key,
  value jsonb not null,
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null
);
