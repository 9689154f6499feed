-- Backups that were restored for a trial, and what came of it.
create table backup_drills (
  id uuid primary key,
  file_name text not null,
  location text not null check (location in ('local', 's3')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  rows int8,
  opened int8,
  error text
);
create index backup_drills_newest on backup_drills (finished_at);
