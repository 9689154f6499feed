-- Who waits for a code that nobody else gets, and what they got. The queue only decides who is next: the primary key of `code_leases` decides who
-- has a window.
create table code_takes (
  id uuid primary key,
  -- The order in which they came; given under the lock of the key.
  seq int8 not null generated always as identity,
  key_id uuid not null references keys (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  -- The session of a person's last call: a take ends with it.
  session_id uuid,
  -- Without foreign keys until there are such tables.
  service_account_id uuid,
  token_id uuid,
  idempotency_key text,
  -- Of key and body, so that a repeated call is known from another one.
  request_hash bytea not null,
  state text not null check (state in ('queued', 'handed', 'timed_out', 'cancelled', 'abandoned', 'ended', 'unreadable')),
  asked_at timestamptz not null,
  deadline timestamptz not null,
  -- Seconds for which the code has to be good; half of an odd period is no whole number.
  min_valid float8 not null check (min_valid >= 0),
  -- The last sign that somebody waits for it.
  seen_at timestamptz not null,
  over_at timestamptz,
  reason text,
  -- What the caller says about the run.
  run jsonb,
  approval jsonb,
  -- What was handed.
  generation int4,
  time_window int8,
  counter int8,
  accepted bool,
  check (state <> 'handed' or num_nonnulls(time_window, counter) = 1)
);
create index code_takes_queue on code_takes (key_id, seq) where state = 'queued';
create unique index code_takes_of_window on code_takes (key_id, generation, time_window) where time_window is not null;
create unique index code_takes_once on code_takes (coalesce(token_id, user_id), idempotency_key) where idempotency_key is not null;
create index code_takes_of_user on code_takes (user_id, seq) where user_id is not null;
create index code_takes_by_time on code_takes (asked_at);
