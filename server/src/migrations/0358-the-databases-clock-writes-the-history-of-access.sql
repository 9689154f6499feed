-- expand from 0.1.0
/*
 * The history of access takes its times from the database's clock alone. Beginnings and some ends came from the node that made the change: where
 * its clock was ahead, an access that ended before the database reached its beginning was no time at all, and nobody could see that it had been.
 */
create or replace function record_share() returns trigger
language plpgsql as $$
begin
  if coalesce(new.service_account_id, old.service_account_id) is not null then return null; end if;
  if tg_op <> 'INSERT' then
    update share_history set until = greatest(since, now()) where share_id = old.id and until is null;
  end if;
  if tg_op <> 'DELETE' and new.revoked_at is null then
    insert into share_history (share_id, key_id, recipient_id, email_normalized, group_id, level, expires_at, since)
    values (new.id, new.key_id, new.recipient_id, new.email_normalized, new.group_id, new.permission, new.expires_at, now());
  end if;
  return null;
end $$;

create or replace function record_membership() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update membership_history set until = greatest(since, now()) where member_id = old.id and until is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into membership_history (member_id, group_id, user_id, email_normalized, since)
    values (new.id, new.group_id, new.user_id, new.email_normalized, now());
  end if;
  return null;
end $$;

create or replace function record_owner() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update key_owner_history set until = greatest(since, now()) where key_id = new.id and until is null;
  end if;
  if new.deleted_at is null and not exists (select from users where id = new.owner_id and deleted_at is not null) then
    insert into key_owner_history (key_id, user_id, since) values (new.id, new.owner_id, now());
  end if;
  return null;
end $$;

create or replace function record_end_of_owner() returns trigger
language plpgsql as $$
begin
  if new.deleted_at is not null then
    update key_owner_history set until = greatest(since, now()) where user_id = new.id and until is null;
  else
    insert into key_owner_history (key_id, user_id, since) select id, owner_id, now() from keys where owner_id = new.id and deleted_at is null;
  end if;
  return null;
end $$;
