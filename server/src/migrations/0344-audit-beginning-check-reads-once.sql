-- The check of a new beginning asked whether a row exists that may not go. PostgreSQL expected to find one soon and looked rows up one at a time in every
-- month: a million took up to 89 seconds where reading both tables once takes three. A count has no such hope.
create or replace function check_audit_beginning() returns trigger
language plpgsql set work_mem = '64MB' as $$
begin
  if new.until > date_trunc('month', now() - interval '12 months', 'UTC') or new.until <> date_trunc('month', new.until, 'UTC') then
    raise exception 'The audit log is kept for a year and by whole months.' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from audit_chain where audit_chain.sequence = new.sequence and audit_chain.hash = new.hash
      and audit_chain.sequence < (select max(sequence) from audit_chain)
  ) or (
    select count(*) from audit_chain left join audit_log on audit_log.id = audit_chain.audit_id
    where audit_chain.sequence > (select coalesce(max(sequence), 0) from audit_beginnings) and audit_chain.sequence <= new.sequence
      and (audit_log.happened_at is null or audit_log.happened_at >= new.until)
  ) > 0 then
    raise exception 'The audit log cannot begin there.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

do $$
begin
  execute format('alter function check_audit_beginning() set search_path = %I, pg_temp', current_schema());
end $$;
