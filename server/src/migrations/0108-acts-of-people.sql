-- The audit log has what people do, too. The list of what administrators did reads past none of it.
create index audit_log_of_administrators on audit_log (happened_at desc, id desc) where action not like 'person.%';

-- When somebody's account was shut, and when it was open again: nobody used a key in between.
create table account_closures (
  id int8 generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  until timestamptz
);
create unique index account_closures_open on account_closures (user_id) where until is null;
create index account_closures_of_user on account_closures (user_id, since);

-- Of those who are shut out now it is not known since when: then since the history of access began.
insert into account_closures (user_id, since)
select id, greatest(created_at, (select since from access_history_start)) from users where not is_active and deleted_at is null;

create function record_closure() returns trigger
language plpgsql as $$
begin
  if new.is_active then
    update account_closures set until = greatest(since, now()) where user_id = new.id and until is null;
  else
    insert into account_closures (user_id, since) values (new.id, now()) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger closures_are_recorded after update of is_active on users
for each row when (old.is_active <> new.is_active) execute function record_closure();
create trigger closures_from_the_start_are_recorded after insert on users
for each row when (not new.is_active) execute function record_closure();
