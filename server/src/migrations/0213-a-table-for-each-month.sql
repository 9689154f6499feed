-- expand from 0.1.0
-- The tables that everybody names have no rows of their own any more: those are in a table for each month (UTC), and in `…_before` what is older. A
-- month is dropped whole when all of it has had its time.
do $$
declare
  tables record;
  thing record;
  old text;
  ends text;
begin
  for tables in select * from (values ('key_usage', 'hour'), ('activity', 'happened_at')) as monthly (name, at) loop
    old := tables.name || '_before';
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict ends
    from pg_constraint where conrelid = tables.name::regclass and conname = tables.name || '_before_months';
    execute format('alter table %I rename to %I', tables.name, old);
    execute format('create table %I (like %I including defaults) partition by range (%I)', tables.name, old, tables.at);
    -- As they are, so that attaching finds them and makes nothing anew.
    for thing in select conname, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = old::regclass and contype = 'f' loop
      execute format('alter table %I add constraint %I %s', tables.name, thing.conname, thing.definition);
    end loop;
    for thing in
      select relname, pg_get_indexdef(indexrelid) as definition, indisprimary from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = old::regclass
    loop
      execute format('alter index %I rename to %I', thing.relname, old || substr(thing.relname, length(tables.name) + 1));
      -- A key of the whole has to name the time; an id of activity has no other one within its month.
      if thing.indisprimary then
        if tables.name = 'key_usage' then execute 'alter table key_usage add primary key (key_id, user_id, hour)'; end if;
      else
        execute replace(thing.definition, format(' ON %s.%s ', quote_ident(current_schema()), old), format(' ON %I ', tables.name));
      end if;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', tables.name, old, ends);
    execute format('alter table %I drop constraint %I', old, tables.name || '_before_months');
  end loop;
end $$;

-- The months of a table, the oldest first. `starts` is null for what is older than all of them.
create function list_months(of text) returns table (part text, starts timestamptz, ends timestamptz)
language sql stable as $$
  select relname::text, substring(bounds from 'FROM \(''([^'']+)''\)')::timestamptz, substring(bounds from 'TO \(''([^'']+)''\)')::timestamptz as ends
  from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, inhrelid) bounds
  where inhparent = of::regclass
  order by ends
$$;

-- How many months after the present one are there without a gap; up to 12.
create function months_ahead(of text) returns int
language sql stable as $$
  select coalesce(min(ahead) - 1, 12)::int
  from (
    select ahead, (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC' as month
    from generate_series(1, 12) ahead
  ) wanted
  where not exists (select from list_months(of) made where (made.starts is null or made.starts <= month) and month < made.ends)
$$;

-- Runs as the owner of the tables, which the application is not. False: the month is there.
create function make_month(of text, month timestamptz) returns bool
language plpgsql security definer set lock_timeout = '1s' as $$
declare
  starts timestamptz := date_trunc('month', month, 'UTC');
  ends timestamptz := (starts at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  part text := of || to_char(starts at time zone 'UTC', '_YYYY_MM');
begin
  if of is null or of not in ('key_usage', 'activity') or month is null or month not between '2000-01-01' and '2999-12-31' then
    raise exception 'There is no such month.' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('twofold.months'));
  if exists (select from list_months(of) months where (months.starts is null or months.starts <= month) and month < months.ends) then
    return false;
  end if;
  execute format('create table %I (like %I including defaults)', part, of);
  if of = 'activity' then execute format('alter table %I add primary key (id)', part); end if;
  -- Lets everybody read and write meanwhile, which making it as a partition would not.
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', of, part, starts, ends);
  return true;
end $$;

-- Drops the oldest month that ends no later than `until`, and writes that down. Runs as the owner of the tables and drops nothing of the last week by
-- the clock of the database, whatever is asked. Waits for nobody: a lock that everybody else
-- queues behind is asked for during 100 ms. Answers how many rows went; null: no month is that old.
create function drop_oldest_month(of text, until timestamptz) returns int8
language plpgsql security definer set lock_timeout = '100ms' as $$
declare
  oldest record;
  gone int8;
begin
  if of is null or of not in ('key_usage', 'activity') or until is null then
    raise exception 'There is no such month.' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('twofold.months'));
  select * into oldest from list_months(of) months where months.starts is not null and months.ends <= least(until, now() - interval '7 days') limit 1;
  if oldest is null then return null; end if;
  execute format('select count(*) from %I', oldest.part) into gone;
  execute format('drop table %I', oldest.part);
  insert into audit_log (id, happened_at, action, target_kind, target_name, after)
  values (gen_random_uuid(), now(), 'system.month_dropped', 'table', oldest.part, jsonb_build_object('rows', gone, 'until', oldest.ends));
  return gone;
end $$;

-- For a restore, before anything is in the tables: months from this one on, where otherwise all of it would be older than the first.
create function begin_months_at(of text, month timestamptz) returns void
language plpgsql as $$
declare
  first record;
  starts timestamptz := date_trunc('month', month, 'UTC');
  holds bool;
begin
  select * into strict first from list_months(of) limit 1;
  execute format('select exists (select from %I)', first.part) into holds;
  if holds or first.starts is not null or starts >= first.ends then return; end if;
  execute format('alter table %I detach partition %I', of, first.part);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', of, first.part, starts);
  while starts < first.ends loop
    perform make_month(of, starts);
    starts := (starts at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  end loop;
end $$;

do $$
declare name text;
begin
  foreach name in array array['list_months(text)', 'months_ahead(text)', 'make_month(text, timestamptz)', 'drop_oldest_month(text, timestamptz)',
    'begin_months_at(text, timestamptz)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
  for ahead in 0..3 loop
    perform make_month(monthly, (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC')
    from unnest(array['key_usage', 'activity']) monthly;
  end loop;
end $$;
