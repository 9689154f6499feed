-- Acts of administrators that wait for a second one, or for time to pass. What was asked is sealed, and forgotten once it is decided.
create table requests (
  id uuid primary key,
  -- 'POST /admin/users/{id}/reset-password'
  call text not null,
  act text not null,
  asker_id uuid references users (id) on delete set null,
  asker_name text not null,
  asker_address text not null,
  subject_id uuid references users (id) on delete set null,
  subject_name text,
  reason text not null default '',
  detail jsonb not null,
  impact jsonb not null,
  sealed text,
  state text not null check (state in ('waiting', 'approved', 'carried_out', 'failed', 'refused', 'withdrawn', 'stopped', 'expired')),
  -- What two requests for the same thing share.
  same_as text not null,
  created_at timestamptz not null,
  runs_at timestamptz,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by_id uuid references users (id) on delete set null,
  decided_by_name text,
  outcome text not null default '',
  -- Who carried it out: two that try cannot both.
  run_id uuid
);

create unique index requests_waiting_once on requests (same_as) where state = 'waiting';
create index requests_by_state on requests (state, id);
create index requests_of_subject on requests (subject_id) where subject_id is not null;
