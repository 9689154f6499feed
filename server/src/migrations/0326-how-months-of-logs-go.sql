-- How months of the audit log and of e-mails go (0325). For the same reason no version before this one runs on this database.

-- Whether nobody needs this month any more: mail that waits stays however old, with what was tried.
create function may_month_go(of text, part text) returns bool
language plpgsql volatile as $$
declare
  isNeeded bool := false;
begin
  if of = 'email_logs' then
    execute format('select exists (select from %I where queue in (''due'', ''claimed'', ''held''))', part) into isNeeded;
  elsif of = 'email_attempts' then
    execute format('select exists (
      select from email_logs where queue in (''due'', ''claimed'', ''held'') and exists (select from %I where log_id = email_logs.id offset 0))', part) into isNeeded;
  end if;
  return not isNeeded;
end $$;

-- What is elsewhere of the mails of a month: what was tried and came back after its end, which is what their times say, and suppressed addresses.
create function remove_what_month_had(part text, ends timestamptz) returns void
language plpgsql as $$
declare
  mails uuid[];
begin
  execute format('select array_agg(id) from %I
    where greatest(sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at, failed_at, unknown_at, resolved_at) >= $1', part)
  using ends into mails;
  delete from email_attempts where log_id = any (mails) and started_at >= ends;
  delete from email_feedback where log_id = any (mails);
  execute format('update email_suppressions set log_id = null where log_id in (select id from %I)', part);
end $$;

-- Drops a month of so many rows and writes that down. Not for the role of the application, which asks the functions below.
create function drop_month(part text, ends timestamptz, gone int8) returns void
language plpgsql as $$
begin
  execute format('drop table %I', part);
  insert into audit_log (id, happened_at, action, target_kind, target_name, after)
  values (gen_random_uuid(), now(), 'system.month_dropped', 'table', part, jsonb_build_object('rows', gone, 'until', ends));
end $$;

-- Drops the oldest month that ends no later than `until` and that nobody needs, and writes that down. Runs as the owner of the tables and drops nothing
-- of the last week by the clock of the database, whatever is asked. Waits for nobody: a lock that everybody else
-- queues behind is asked for during 100 ms, when all else is done. Answers how many rows went; null: no month is that old.
create or replace function drop_oldest_month(of text, until timestamptz) returns int8
language plpgsql security definer set lock_timeout = '100ms' as $$
declare
  oldest record;
  gone int8;
begin
  if of is null or of not in ('key_usage', 'activity', 'email_logs', 'email_attempts') or until is null then
    raise exception 'There is no such month.' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('twofold.months'));
  for oldest in
    select * from list_months(of) months where months.starts is not null and months.ends <= least(until, now() - interval '7 days')
  loop
    continue when not may_month_go(of, oldest.part);
    if of = 'email_logs' then perform remove_what_month_had(oldest.part, oldest.ends); end if;
    execute format('select count(*) from %I', oldest.part) into gone;
    -- The whole before the month, as everybody else locks them. Then nobody changes it any more.
    execute format('lock table only %I in access exclusive mode', of);
    if not may_month_go(of, oldest.part) then raise exception 'Somebody needs the month again.' using errcode = 'lock_not_available'; end if;
    perform drop_month(oldest.part, oldest.ends, gone);
    return gone;
  end loop;
  return null;
end $$;

-- Months of which all may be behind the beginning, with how many rows they have. Nobody adds to them until the transaction ends; everybody may read, and
-- add to the others.
create function hold_audit_months(begins timestamptz) returns table (part text, ends timestamptz, rows int8)
language plpgsql as $$
begin
  for part, ends in select months.part, months.ends from list_months('audit_log') months where months.starts is not null and months.ends <= begins loop
    execute format('lock table %I in share mode', part);
    execute format('select count(*) from %I', part) into rows;
    return next;
  end loop;
end $$;

-- Has the audit log begin there, which the trigger of the table decides, and drops the months before. Each link behind the new beginning has a row from
-- before it, says that trigger. When there are as many such rows as links, each row has one. Otherwise the function below looks at each.
-- Waits for nobody, as above. Answers how many rows went.
create function begin_audit_log_at(last int8, last_hash bytea, begins timestamptz, at timestamptz, by bytea, signed bytea) returns int8
language plpgsql security definer set lock_timeout = '100ms' as $$
declare
  before int8 := (select coalesce(max(sequence), 0) from audit_beginnings);
  months text[];
  gone int8;
begin
  insert into audit_beginnings (sequence, hash, until, signed_at, public_key, signature) values (last, last_hash, begins, at, by, signed);
  begin
    perform pg_advisory_xact_lock(hashtext('twofold.months'));
    select array_agg(array[part, ends::text, rows::text]), coalesce(sum(rows), 0) into months, gone from hold_audit_months(begins);
    if gone + (select count(*) from audit_log_before where happened_at < begins)
      <> (select count(*) from audit_chain where sequence > before and sequence <= last) then return 0; end if;
    for month in 1..coalesce(array_length(months, 1), 0) loop
      perform drop_month(months[month][1], months[month][2]::timestamptz, months[month][3]::int8);
    end loop;
    return gone;
  exception when lock_not_available then return 0;
  end;
end $$;

-- Drops the months of the audit log of which every row is behind a beginning, where that was not so, or somebody read them, when it was made: each row is
-- looked at, before the first month goes. Waits for nobody, as above. Answers how many rows went.
create function drop_audit_months_behind_beginning() returns int8
language plpgsql security definer set lock_timeout = '100ms' set work_mem = '64MB' as $$
declare
  beginning int8 := (select max(sequence) from audit_beginnings);
  begins timestamptz := (select max(until) from audit_beginnings);
  behind text[];
  gone int8;
begin
  perform pg_advisory_xact_lock(hashtext('twofold.months'));
  if not exists (select from hold_audit_months(begins)) then return 0; end if;
  select array_agg(array[months.part, months.ends::text, coalesce(looked.rows, 0)::text]), sum(looked.rows) into behind, gone
  from list_months('audit_log') months left join (
    select audit_log.tableoid as part, count(*) as rows, count(links.audit_id) as linked
    from audit_log left join (select audit_id from audit_chain where sequence <= beginning) links on links.audit_id = audit_log.id
    where happened_at < begins group by 1
  ) looked on looked.part = months.part::regclass
  where months.starts is not null and months.ends <= begins and coalesce(looked.rows = looked.linked, true);
  for month in 1..coalesce(array_length(behind, 1), 0) loop
    perform drop_month(behind[month][1], behind[month][2]::timestamptz, behind[month][3]::int8);
  end loop;
  return coalesce(gone, 0);
end $$;

-- PostgreSQL knows by itself how the rows of each month are, and of the whole only when it is asked to look. Looks at one that it was not asked about for
-- a day. Answers its name; null: there is none.
create function look_at_months() returns text
language plpgsql security definer set lock_timeout = '100ms' as $$
declare
  monthly text := (
    select relname from pg_class where relkind = 'p' and relnamespace = current_schema()::regnamespace
      and coalesce(pg_stat_get_last_analyze_time(oid), '-infinity') < now() - interval '1 day'
    limit 1
  );
begin
  if monthly is not null then execute format('analyze %I', monthly); end if;
  return monthly;
end $$;

do $$
declare name text;
begin
  foreach name in array array['may_month_go(text, text)', 'remove_what_month_had(text, timestamptz)', 'drop_month(text, timestamptz, int8)',
    'drop_oldest_month(text, timestamptz)', 'hold_audit_months(timestamptz)', 'begin_audit_log_at(int8, bytea, timestamptz, timestamptz, bytea, bytea)',
    'drop_audit_months_behind_beginning()', 'look_at_months()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;
