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

do $$
declare name text;
begin
  foreach name in array array['refuse_unless_all_behind_beginning()', 'let_audit_row_wait()', 'remove_audit_behind_beginning(int)', 'make_month(text, timestamptz)',
    'take_any_month()', 'settle_later_months()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
  for ahead in 0..3 loop
    perform make_month(monthly, (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC')
    from unnest(array['audit_log', 'email_logs', 'email_attempts']) monthly;
  end loop;
end $$;
