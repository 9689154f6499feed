-- Where the audit log is sent. Rows go out in the order of the chain: its one writer links a row after everything before it is committed, so
-- the sequence has no gaps and no late commit can be skipped.
create table audit_streams (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('syslog', 'https', 's3', 'file')),
  -- Without secrets.
  configuration jsonb not null,
  secret bytea,
  is_active boolean not null default true,
  -- The cursor: the receiver has this row of the chain and all before it.
  sent_sequence int8 not null default 0 check (sent_sequence >= 0),
  sent_at timestamptz,
  -- Since when it has been active: rows that were linked before are not late.
  since timestamptz not null default now(),
  failures int4 not null default 0,
  failing_since timestamptz,
  last_error text,
  next_try_at timestamptz not null default now(),
  -- One worker at a time. The fence tells its lease from the one before.
  lease_until timestamptz,
  fence int8 not null default 0,
  created_at timestamptz not null default now()
);
