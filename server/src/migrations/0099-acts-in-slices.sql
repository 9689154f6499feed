-- When an administrator deactivated or deleted somebody without asking, one time for each person. More than ten within a day wait for consent.
create table endings_at_once (
  administrator_id uuid primary key references users (id) on delete cascade,
  times timestamptz[] not null
);

-- An act on many that was cut off midway. What was asked for stays sealed until somebody goes on with it or ends it.
alter table requests drop constraint requests_state_check;
alter table requests add constraint requests_state_check check (
  state in ('waiting', 'approved', 'running', 'interrupted', 'carried_out', 'failed', 'refused', 'withdrawn', 'stopped', 'expired'));

-- When the newest part of an act on many was done.
alter table requests add column run_at timestamptz;
