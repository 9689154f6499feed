-- expand from 0.1.0
-- Each row of the audit log that goes was looked at by itself, which took three quarters of the time. The rows of a statement are looked at together
-- now, by the same rule: one that is not behind the signed beginning ends the statement, and nothing has gone.
create function refuse_unless_all_behind_beginning() returns trigger
language plpgsql as $$
declare
  beginning int8 := coalesce((select max(sequence) from audit_beginnings), 0);
  isRefused boolean;
begin
  if tg_table_name = 'audit_log' then
    isRefused := exists (
      select from gone where not exists (select from audit_chain where audit_chain.audit_id = gone.id and audit_chain.sequence <= beginning)
    );
  else
    isRefused := exists (select from gone where gone.sequence > beginning);
  end if;
  if isRefused then raise exception 'The audit log can only be added to.' using errcode = 'insufficient_privilege'; end if;
  return null;
end $$;

do $$
declare name text;
begin
  foreach name in array array['audit_log', 'audit_chain', 'audit_checkpoints'] loop
    execute format('drop trigger %I on %I', name || '_is_append_only', name);
    execute format('create trigger %I before update on %I for each row execute function refuse_unless_behind_beginning()',
      name || '_is_append_only', name);
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function refuse_unless_all_behind_beginning()',
      name || '_goes_behind_beginning', name);
  end loop;
end $$;

-- By their ids: told of a range whose size it does not know, PostgreSQL reads the whole log for each portion.
create or replace function remove_audit_behind_beginning(most int) returns int
language plpgsql security definer set search_path from current as $$
declare
  gone int;
  last int8 := (
    select max(sequence) from (
      select sequence from audit_chain where sequence <= (select max(sequence) from audit_beginnings) order by sequence limit most
    ) portion
  );
begin
  delete from audit_log where id = any (array(select audit_id from audit_chain where sequence <= last));
  delete from audit_checkpoints where sequence <= last;
  delete from audit_chain where sequence <= last;
  get diagnostics gone = row_count;
  return gone;
end $$;

do $$
declare name text;
begin
  foreach name in array array['refuse_unless_all_behind_beginning()', 'remove_audit_behind_beginning(int)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;
