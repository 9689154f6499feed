-- Retention of the audit log: where the chain begins now. Each row is a signed statement that everything up to `sequence` was from before `until`
-- and may go. Only what such a statement is about can be deleted, and only through `remove_audit_behind_beginning`.
create table audit_beginnings (
  id int8 generated always as identity primary key,
  -- The last row that goes, and its hash: the first row that stays follows it.
  sequence int8 not null check (sequence > 0),
  hash bytea not null check (octet_length(hash) = 32),
  until timestamptz not null,
  signed_at timestamptz not null,
  public_key bytea not null,
  signature bytea not null
);
create index audit_beginnings_by_sequence on audit_beginnings (sequence);

-- Whole months, no later than a year ago by the clock of the database, and never the newest row, which the next one follows.
create function check_audit_beginning() returns trigger
language plpgsql as $$
begin
  if new.until > date_trunc('month', now() - interval '12 months', 'UTC') or new.until <> date_trunc('month', new.until, 'UTC') then
    raise exception 'The audit log is kept for a year and by whole months.' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from audit_chain join audit_log on audit_log.id = audit_chain.audit_id
    where audit_chain.sequence = new.sequence and audit_chain.hash = new.hash and audit_log.happened_at < new.until
      and audit_chain.sequence < (select max(sequence) from audit_chain)
  ) then
    raise exception 'The audit log cannot begin there.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger audit_beginnings_are_checked before insert on audit_beginnings for each row execute function check_audit_beginning();
create trigger audit_beginnings_is_append_only before update or delete on audit_beginnings
for each row execute function refuse_to_change_the_audit_log();
create trigger audit_beginnings_is_never_emptied before truncate on audit_beginnings
for each statement execute function refuse_to_change_the_audit_log();
revoke update, delete, truncate on audit_beginnings from public, current_user;

-- The newest row that was verified: no longer the number of rows. Null in those from before, which began at row 1.
alter table audit_verifications add up_to int8;

create function refuse_unless_behind_beginning() returns trigger
language plpgsql as $$
declare
  beginning int8 := (select max(sequence) from audit_beginnings);
begin
  if tg_op = 'DELETE' and beginning is not null then
    if tg_table_name = 'audit_log' then
      if exists (select from audit_chain where audit_id = old.id and sequence <= beginning) then return old; end if;
    elsif old.sequence <= beginning then
      return old;
    end if;
  end if;
  raise exception 'The audit log can only be added to.' using errcode = 'insufficient_privilege';
end $$;

do $$
declare name text;
begin
  foreach name in array array['audit_log', 'audit_chain', 'audit_checkpoints'] loop
    execute format('drop trigger %I on %I', name || '_is_append_only', name);
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_unless_behind_beginning()',
      name || '_is_append_only', name);
    -- For the function below, which runs as the owner. The trigger decides which rows.
    execute format('grant delete on %I to current_user', name);
  end loop;
end $$;

-- Runs as the owner of the tables, so that the role of the application needs no right to delete. Answers how many rows went.
create function remove_audit_behind_beginning(most int) returns int
language plpgsql security definer set search_path from current as $$
declare
  gone int;
  last int8 := (
    select max(sequence) from (
      select sequence from audit_chain where sequence <= (select max(sequence) from audit_beginnings) order by sequence limit most
    ) portion
  );
begin
  delete from audit_log where id in (select audit_id from audit_chain where sequence <= last);
  delete from audit_checkpoints where sequence <= last;
  delete from audit_chain where sequence <= last;
  get diagnostics gone = row_count;
  return gone;
end $$;
