-- What happened on each day (UTC), counted once. Figures only grow: what is removed later happened all the same.
create table day_figures (
  day date not null,
  figure text not null,
  count bigint not null,
  primary key (day, figure)
);

-- One row. What happened before this hour stands in day_figures; what happened since is counted when somebody asks.
create table day_figures_progress (
  id boolean primary key default true check (id),
  counted_until timestamptz not null
);

-- How things stood when they were last counted, for installations where counting takes longer than a person waits.
create table kept_figures (
  name text primary key,
  figures jsonb not null,
  counted_at timestamptz not null
);

-- Of the activity, what is counted.
create index activity_counted on activity (happened_at, kind)
  where kind in ('signed_in', 'signed_in_from_new_device', 'signed_in_after_failures', 'key_added', 'keys_imported', 'share_given');
create index key_copies_by_time on key_copies using brin (copied_at) with (autosummarize = on);
-- Mails are written in the order of time, which is all that this small index needs.
create index email_logs_by_time on email_logs using brin (sent_at, delivered_at, opened_at, bounced_at) with (autosummarize = on);

-- How many keys somebody has: what the list of users sorts by, and who has any. Kept by the database, so that no code can forget to.
alter table users add column keys_count integer not null default 0;
update users set keys_count = counted.keys
from (select owner_id, count(*) as keys from keys where deleted_at is null group by owner_id) counted
where counted.owner_id = users.id;

create function add_to_keys_count(owners uuid[], changes bigint[]) returns void
language sql as $$
  -- In the order of ids, so that two that lock the same people wait for each other and never both ways.
  select id from users where id = any(owners) order by id for no key update;
  update users set keys_count = keys_count + changed.by
  from (select owner, sum(change)::int as by from unnest(owners, changes) as given (owner, change) group by owner) changed
  where users.id = changed.owner and changed.by <> 0;
$$;

create function count_added_keys() returns trigger
language plpgsql as $$
begin
  perform add_to_keys_count(array_agg(owner_id), array_agg(keys)) from (
    select owner_id, count(*) as keys from changed where deleted_at is null group by owner_id
  ) owners having count(*) > 0;
  return null;
end $$;

create function count_removed_keys() returns trigger
language plpgsql as $$
begin
  perform add_to_keys_count(array_agg(owner_id), array_agg(-keys)) from (
    select owner_id, count(*) as keys from changed where deleted_at is null group by owner_id
  ) owners having count(*) > 0;
  return null;
end $$;

create function count_changed_key() returns trigger
language plpgsql as $$
begin
  perform add_to_keys_count(
    array[old.owner_id, new.owner_id],
    array[case when old.deleted_at is null then -1 else 0 end, case when new.deleted_at is null then 1 else 0 end]::bigint[]
  );
  return null;
end $$;

create trigger keys_counted_when_added after insert on keys
  referencing new table as changed for each statement execute function count_added_keys();
create trigger keys_counted_when_removed after delete on keys
  referencing old table as changed for each statement execute function count_removed_keys();
create trigger keys_counted_when_changed after update of owner_id, deleted_at on keys for each row
  when ((old.owner_id, old.deleted_at is null) is distinct from (new.owner_id, new.deleted_at is null)) execute function count_changed_key();

create index users_by_keys on users (keys_count desc, id desc) where deleted_at is null;
