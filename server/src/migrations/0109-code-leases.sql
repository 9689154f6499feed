/*
 * One arbiter for the codes of a key: whoever inserts the row has the window, a person who copies its code, one whose turn it is, and later a
 * program that takes it. Clocks, queues and crashes can cost time, but no window is given twice.
 */

-- Counts up when the secret or the period changes: the windows of a new secret are all free, those of the old one stay given.
alter table keys add column generation int4 not null default 1 check (generation > 0);

-- When somebody last reserved a window of the key: a list of codes looks for leases of these keys only.
alter table keys add column reserved_at timestamptz;

create table code_leases (
  key_id uuid not null references keys (id) on delete cascade,
  generation int4 not null,
  -- Which code it is, as RFC 6238 counts them.
  time_window int8 not null,
  kind text not null check (kind in ('copy', 'turn', 'take')),
  -- The person; null when they are gone, and for a program.
  user_id uuid references users (id) on delete set null,
  leased_at timestamptz not null,
  primary key (key_id, generation, time_window)
);
create index code_leases_of_user on code_leases (user_id) where user_id is not null;
create index code_leases_by_time on code_leases (leased_at);
