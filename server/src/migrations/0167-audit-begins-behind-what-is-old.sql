-- A beginning says that everything up to a row is from before a month. Only of the row itself the database looked whether that is so: whoever
-- writes one row with an old time could so have had all rows before it removed, also those of today.
create or replace function check_audit_beginning() returns trigger
language plpgsql as $$
begin
  if new.until > date_trunc('month', now() - interval '12 months', 'UTC') or new.until <> date_trunc('month', new.until, 'UTC') then
    raise exception 'The audit log is kept for a year and by whole months.' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from audit_chain where audit_chain.sequence = new.sequence and audit_chain.hash = new.hash
      and audit_chain.sequence < (select max(sequence) from audit_chain)
  ) or exists (
    select from audit_chain left join audit_log on audit_log.id = audit_chain.audit_id
    where audit_chain.sequence > (select coalesce(max(sequence), 0) from audit_beginnings) and audit_chain.sequence <= new.sequence
      and (audit_log.happened_at is null or audit_log.happened_at >= new.until)
  ) then
    raise exception 'The audit log cannot begin there.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- What is behind the beginning may be removed, so nothing new gets there: a link among the rows that have gone would take its row with it.
create function refuse_links_behind_beginning() returns trigger
language plpgsql as $$
begin
  if new.sequence <= (select max(sequence) from audit_beginnings) then
    raise exception 'The audit log can only be added to.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger audit_chain_goes_on before insert on audit_chain for each row execute function refuse_links_behind_beginning();

do $$
declare name text;
begin
  foreach name in array array['check_audit_beginning()', 'refuse_links_behind_beginning()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;
