-- The audit log, the e-mails and the tries to send them get a table for each month (UTC), as usage and activity have (0213). What is there becomes the
-- first of them as it is. A version before this one names the key of a mail in `on conflict`, which the time would have to be part of, so none of
-- them runs on this database.

-- References name a mail by its id alone. What followed from them does a trigger, below.
alter table email_attempts drop constraint email_attempts_log_id_fkey;
alter table email_feedback drop constraint email_feedback_log_id_fkey;
alter table email_suppressions drop constraint email_suppressions_log_id_fkey;
drop view closing_mails, logged_mails;
-- Those of each row belong to the whole table, and come back to every month from there.
drop trigger audit_log_is_append_only on audit_log;
drop trigger audit_log_is_chained on audit_log;
-- The key of a try names the time. Whoever has its id has that as well.
alter table email_attempts drop constraint email_attempts_pkey;
alter table email_attempts add primary key (started_at, id);

do $$
declare
  tables record;
  thing record;
  old text;
  columns text;
  newest timestamptz;
  ends timestamptz;
begin
  for tables in
    select * from (values ('audit_log', 'happened_at'), ('email_logs', 'created_at'), ('email_attempts', 'started_at')) as monthly (name, at)
  loop
    old := tables.name || '_before';
    execute format('select max(%I) from %I', tables.at, tables.name) into newest;
    if newest is null and not exists (select from users) then
      ends := date_trunc('month', now(), 'UTC');
    else
      ends := (date_trunc('month', (now() + interval '7 days') at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    end if;
    execute format('alter table %I rename to %I', tables.name, old);
    -- One row of a clock that was ahead would have the first month last until then.
    if newest >= ends then
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = old::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('create table %I (like %I including defaults including generated including constraints)', tables.name || '_later', old);
      execute format('alter table %I disable trigger user', old);
      execute format('with later as (delete from %I where %I >= %L returning %s) insert into %I (%s) select * from later',
        old, tables.at, ends, columns, tables.name || '_later', columns);
      execute format('alter table %I enable trigger user', old);
    end if;
    execute format('create table %I (like %I including defaults including generated including constraints) partition by range (%I)',
      tables.name, old, tables.at);
    -- As they are, so that attaching finds them and makes nothing anew.
    for thing in select conname, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = old::regclass and contype = 'f' loop
      execute format('alter table %I add constraint %I %s', tables.name, thing.conname, thing.definition);
    end loop;
    for thing in
      select relname, pg_get_indexdef(indexrelid) as definition, indisunique, indisprimary from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = old::regclass
    loop
      execute format('alter index %I rename to %I', thing.relname, old || substr(thing.relname, length(tables.name) + 1));
      if thing.indisprimary and tables.name = 'email_attempts' then
        alter table email_attempts add primary key (started_at, id);
      -- What is unique without the time is so within a month.
      elsif not thing.indisunique then
        execute replace(thing.definition, format(' ON %s.%s ', quote_ident(current_schema()), old), format(' ON %I ', tables.name));
      end if;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', tables.name, old, ends);
    if newest >= ends then execute format('alter table %I attach partition %I default', tables.name, tables.name || '_later'); end if;
  end loop;
end $$;

-- Runs as the owner of the tables, which the application is not. False: the month is there.
create or replace function make_month(of text, month timestamptz) returns bool
language plpgsql security definer set lock_timeout = '1s' as $$
declare
  starts timestamptz := date_trunc('month', month, 'UTC');
  ends timestamptz := (starts at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  part text := of || to_char(starts at time zone 'UTC', '_YYYY_MM');
begin
  if of is null or of not in ('key_usage', 'activity', 'audit_log', 'email_logs', 'email_attempts') or month is null
    or month not between '2000-01-01' and '2999-12-31' then
    raise exception 'There is no such month.' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('twofold.months'));
  if exists (select from list_months(of) months where (months.starts is null or months.starts <= month) and month < months.ends) then
    return false;
  end if;
  -- As the first one is, with the keys that hold within a month.
  execute format('create table %I (like %I including defaults including generated including constraints including indexes)', part, of || '_before');
  if of = 'audit_log' then
    execute format('create trigger audit_log_is_never_emptied before truncate on %I
      for each statement execute function refuse_to_change_the_audit_log()', part);
    execute format('create trigger audit_log_goes_behind_beginning after delete on %I referencing old table as gone
      for each statement execute function refuse_unless_all_behind_beginning()', part);
  end if;
  -- Lets everybody read and write meanwhile, which making it as a partition would not. Tables that it refers to are read only for that moment.
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', of, part, starts, ends);
  return true;
end $$;

-- For a restore, before anything is in the tables: rows that no month is there for, as of a clock that was ahead, wait in a table of their own.
create function take_any_month() returns void
language plpgsql as $$
declare monthly text;
begin
  for monthly in select relname from pg_class where relkind = 'p' and relnamespace = current_schema()::regnamespace loop
    execute format('create table %I partition of %I default', monthly || '_later', monthly);
  end loop;
end $$;

-- And when all is in them: each such row gets its month. Triggers are still switched off, or not there.
create function settle_later_months() returns void
language plpgsql as $$
declare
  tables record;
  later text;
  moment timestamptz;
begin
  for tables in
    select relname as name, quote_ident(attname) as at, (
      select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = partrelid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_partitioned_table join pg_class on pg_class.oid = partrelid join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where relnamespace = current_schema()::regnamespace and to_regclass(quote_ident(relname || '_later')) is not null
  loop
    later := quote_ident(tables.name || '_later');
    execute format('alter table %I detach partition %s', tables.name, later);
    loop
      execute format('select min(%s) from %s', tables.at, later) into moment;
      exit when moment is null;
      perform make_month(tables.name, moment);
      execute format('with month as (delete from %s where %s < (date_trunc(''month'', $1 at time zone ''UTC'') + interval ''1 month'') at time zone ''UTC'' returning %s)
        insert into %I (%s) select * from month', later, tables.at, tables.columns, tables.name, tables.columns) using moment;
    end loop;
    execute format('drop table %s', later);
  end loop;
end $$;

select settle_later_months();


-- Which e-mail was written because of what, and what became of it: not to whom.
create view logged_mails as
select id, mapping_id, decision_id, template_slug, status, created_at from email_logs;

-- For whoever watches that the person of a closed account could be told: which mails about it were taken by a provider and did not come back.
create view closing_mails as
select lower(recipient_email) as email, sent_at
from email_logs
where event_name = 'user.account.closed' and sent_at is not null and bounced_at is null;

-- Whoever removes a mail removes what was tried with it and what came back.
create function remove_what_mails_had() returns trigger
language plpgsql as $$
begin
  delete from email_attempts where log_id in (select id from gone);
  delete from email_feedback where log_id in (select id from gone);
  update email_suppressions set log_id = null where log_id in (select id from gone);
  return null;
end $$;
create trigger email_logs_take_what_they_had after delete on email_logs referencing old table as gone
for each statement execute function remove_what_mails_had();

-- The months of the audit log are as protected as the whole: a statement that names one of them is not one that names the whole.
create or replace function refuse_unless_all_behind_beginning() returns trigger
language plpgsql as $$
declare
  beginning int8 := coalesce((select max(sequence) from audit_beginnings), 0);
  isRefused boolean;
begin
  if starts_with(tg_table_name, 'audit_log') then
    isRefused := exists (
      select from gone where not exists (select from audit_chain where audit_chain.audit_id = gone.id and audit_chain.sequence <= beginning)
    );
  else
    isRefused := exists (select from gone where gone.sequence > beginning);
  end if;
  if isRefused then raise exception 'The audit log can only be added to.' using errcode = 'insufficient_privilege'; end if;
  return null;
end $$;

-- An id is unique within a month, and by its link in all of them.
create or replace function let_audit_row_wait() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (audit_id) values (new.id);
  -- A transaction that sees what was at its beginning would not see the link of a moment ago.
  if current_setting('transaction_isolation') <> 'read committed' or exists (select from audit_chain where audit_id = new.id) then
    raise exception 'A row of the audit log may have this id.' using errcode = 'unique_violation';
  end if;
  return null;
end $$;

create trigger audit_log_is_append_only before update on audit_log for each row execute function refuse_to_change_the_audit_log();
create trigger audit_log_is_chained after insert on audit_log for each row execute function let_audit_row_wait();
create trigger audit_log_is_never_emptied before truncate on audit_log for each statement execute function refuse_to_change_the_audit_log();
create trigger audit_log_goes_behind_beginning after delete on audit_log referencing old table as gone
for each statement execute function refuse_unless_all_behind_beginning();
revoke update, truncate on audit_log from public, current_user;

-- Months that are behind the beginning have gone whole before; of what is left, only those are opened that end before it.
create or replace function remove_audit_behind_beginning(most int) returns int
language plpgsql security definer as $$
declare
  gone int;
  last int8 := (
    select max(sequence) from (
      select sequence from audit_chain where sequence <= (select max(sequence) from audit_beginnings) order by sequence limit most
    ) portion
  );
begin
  delete from audit_log
  where id = any (array(select audit_id from audit_chain where sequence <= last)) and happened_at < (select max(until) from audit_beginnings);
  delete from audit_checkpoints where sequence <= last;
  delete from audit_chain where sequence <= last;
  get diagnostics gone = row_count;
  return gone;
end $$;

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
  foreach name in array array['refuse_unless_all_behind_beginning()', 'let_audit_row_wait()', 'remove_audit_behind_beginning(int)', 'make_month(text, timestamptz)',
    'may_month_go(text, text)', 'remove_what_month_had(text, timestamptz)',
    'drop_month(text, timestamptz, int8)', 'hold_audit_months(timestamptz)',
    'begin_audit_log_at(int8, bytea, timestamptz, timestamptz, bytea, bytea)', 'look_at_months()', 'drop_oldest_month(text, timestamptz)', 'drop_audit_months_behind_beginning()',
    'take_any_month()', 'settle_later_months()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
  for ahead in 0..3 loop
    perform make_month(monthly, (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC')
    from unnest(array['audit_log', 'email_logs', 'email_attempts']) monthly;
  end loop;
end $$;
