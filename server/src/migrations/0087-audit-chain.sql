-- The audit log as a chain: each link holds the hash of its row and of the link before, so a row cannot be changed, removed or put in unseen.
-- The links are in a table of their own because they are made after the transaction of the row: a request never waits for the one writer.
create table audit_chain (
  -- Without gaps, from 1 on.
  sequence int8 primary key check (sequence > 0),
  audit_id uuid not null unique,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  linked_at timestamptz not null default now()
);

-- Committed rows that have no link yet. They get here in the transaction of the row itself, so that a row that commits late is not missed.
create table audit_waiting (
  position int8 generated always as identity primary key,
  audit_id uuid not null unique,
  since timestamptz not null default now()
);

-- What the chain was at a moment, signed.
create table audit_checkpoints (
  id int8 generated always as identity primary key,
  sequence int8 not null,
  hash bytea not null,
  signed_at timestamptz not null,
  public_key bytea not null,
  signature bytea not null
);
create index audit_checkpoints_by_sequence on audit_checkpoints (sequence);

-- What verification found, for health and the audit screen.
create table audit_verifications (
  id int8 generated always as identity primary key,
  verified_at timestamptz not null default now(),
  rows int8 not null,
  -- In a sentence; null: everything was whole.
  problem text
);

create function let_audit_row_wait() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (audit_id) values (new.id);
  return null;
end $$;

create trigger audit_log_is_chained after insert on audit_log for each row execute function let_audit_row_wait();

-- Rows from before the chain.
insert into audit_waiting (audit_id) select id from audit_log order by happened_at, id;

do $$
declare name text;
begin
  foreach name in array array['audit_chain', 'audit_checkpoints', 'audit_verifications'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_to_change_the_audit_log()',
      name || '_is_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_to_change_the_audit_log()',
      name || '_is_never_emptied', name);
    execute format('revoke update, delete, truncate on %I from public, current_user', name);
  end loop;
end $$;
