/*
 * Who had access to which key, from when until when. Triggers write it, because grants end in many places: revocation, expiry, a changed level,
 * a deleted group, a removed account. Three tables hold what was decided, and the view `access_history` combines them, so that a group of 500
 * people with 500 keys is 1,000 rows instead of 250,000.
 */

create table key_owner_history (
  id int8 generated always as identity primary key,
  key_id uuid not null references keys (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  until timestamptz
);
create index key_owner_history_of_key on key_owner_history (key_id);
create index key_owner_history_of_user on key_owner_history (user_id);

-- Each version of a grant. A changed level or end closes one row and opens the next.
create table share_history (
  id int8 generated always as identity primary key,
  share_id uuid not null,
  key_id uuid not null references keys (id) on delete cascade,
  recipient_id uuid references users (id) on delete cascade,
  email_normalized text,
  group_id uuid,
  -- Null while the group exists; its last name afterwards.
  group_name text,
  level text not null check (level in ('admin', 'view')),
  expires_at timestamptz,
  since timestamptz not null,
  until timestamptz
);
create unique index share_history_open on share_history (share_id) where until is null;
create index share_history_of_key on share_history (key_id);
create index share_history_of_recipient on share_history (recipient_id) where recipient_id is not null;
create index share_history_of_group on share_history (group_id) where group_id is not null;

create table membership_history (
  id int8 generated always as identity primary key,
  member_id uuid not null,
  group_id uuid not null,
  user_id uuid references users (id) on delete cascade,
  email_normalized text not null,
  since timestamptz not null,
  until timestamptz
);
create unique index membership_history_open on membership_history (member_id) where until is null;
create index membership_history_of_group on membership_history (group_id);
create index membership_history_of_user on membership_history (user_id) where user_id is not null;

-- Since when every change is written down. What the tables say of the time before is what was left of it then.
create table access_history_start (since timestamptz not null);
insert into access_history_start values (now());

insert into key_owner_history (key_id, user_id, since, until)
select keys.id, keys.owner_id, keys.created_at, least(keys.deleted_at, users.deleted_at) from keys join users on users.id = keys.owner_id;

insert into share_history (share_id, key_id, recipient_id, email_normalized, group_id, level, expires_at, since, until)
select id, key_id, recipient_id, email_normalized, group_id, permission, expires_at, created_at, revoked_at from shares;

insert into membership_history (member_id, group_id, user_id, email_normalized, since)
select id, group_id, user_id, email_normalized, added_at from group_members;

create function record_share() returns trigger
language plpgsql as $$
declare
  ended timestamptz := now();
begin
  if tg_op <> 'INSERT' then
    if tg_op = 'UPDATE' then ended := coalesce(new.revoked_at, now()); end if;
    update share_history set until = greatest(since, ended) where share_id = old.id and until is null;
  end if;
  if tg_op <> 'DELETE' and new.revoked_at is null then
    insert into share_history (share_id, key_id, recipient_id, email_normalized, group_id, level, expires_at, since)
    values (new.id, new.key_id, new.recipient_id, new.email_normalized, new.group_id, new.permission, new.expires_at,
      case tg_op when 'INSERT' then new.created_at else now() end);
  end if;
  return null;
end $$;

create trigger shares_are_recorded after insert or delete or update of key_id, recipient_id, group_id, permission, expires_at, revoked_at
on shares for each row execute function record_share();

create function record_membership() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update membership_history set until = greatest(since, now()) where member_id = old.id and until is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into membership_history (member_id, group_id, user_id, email_normalized, since)
    values (new.id, new.group_id, new.user_id, new.email_normalized, case tg_op when 'INSERT' then new.added_at else now() end);
  end if;
  return null;
end $$;

create trigger memberships_are_recorded after insert or delete or update of group_id, user_id
on group_members for each row execute function record_membership();

-- A key whose owner's account is deleted gives nobody access, exactly as in `key_access`.
create function record_owner() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update key_owner_history set until = greatest(since, coalesce(new.deleted_at, now())) where key_id = new.id and until is null;
  end if;
  if new.deleted_at is null and not exists (select from users where id = new.owner_id and deleted_at is not null) then
    insert into key_owner_history (key_id, user_id, since)
    values (new.id, new.owner_id, case tg_op when 'INSERT' then new.created_at else now() end);
  end if;
  return null;
end $$;

create trigger owners_are_recorded after insert or update of owner_id, deleted_at on keys for each row execute function record_owner();

create function record_end_of_owner() returns trigger
language plpgsql as $$
begin
  if new.deleted_at is not null then
    update key_owner_history set until = greatest(since, new.deleted_at) where user_id = new.id and until is null;
  else
    insert into key_owner_history (key_id, user_id, since) select id, owner_id, now() from keys where owner_id = new.id and deleted_at is null;
  end if;
  return null;
end $$;

create trigger ends_of_owners_are_recorded after update of deleted_at on users
for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function record_end_of_owner();

create function keep_name_of_group() returns trigger
language plpgsql as $$
begin
  update share_history set group_name = old.name where group_id = old.id;
  return null;
end $$;

create trigger names_of_groups_are_kept after delete on groups for each row execute function keep_name_of_group();

-- Each way to a key with its time. `until` is null while it lasts; an end that was set in advance stands there already.
create view access_history as
select owned.key_id, owned.user_id as owner_id, owned.user_id, null::text as email, 'owner'::text as via, null::uuid as group_id,
  null::text as group_name, 'owner'::text as level, owned.since, owned.until
from key_owner_history owned
union all
select owned.key_id, owned.user_id, granted.recipient_id, granted.email_normalized, 'direct', null, null, granted.level,
  greatest(owned.since, granted.since), least(owned.until, granted.until, granted.expires_at)
from share_history granted
join key_owner_history owned on owned.key_id = granted.key_id
where granted.group_id is null and granted.recipient_id is distinct from owned.user_id
  and greatest(owned.since, granted.since) < coalesce(least(owned.until, granted.until, granted.expires_at), 'infinity')
union all
select owned.key_id, owned.user_id, members.user_id, members.email_normalized, 'group', granted.group_id, granted.group_name, granted.level,
  greatest(owned.since, granted.since, members.since), least(owned.until, granted.until, granted.expires_at, members.until)
from share_history granted
join membership_history members on members.group_id = granted.group_id
join key_owner_history owned on owned.key_id = granted.key_id
where members.user_id is distinct from owned.user_id
  and greatest(owned.since, granted.since, members.since) < coalesce(least(owned.until, granted.until, granted.expires_at, members.until), 'infinity');

/*
 * Who has had what makes codes without us: what was shown to them, and what they brought in themselves. A key without `added_by` was added by its
 * present owner. No row holds the secret.
 */
create view secret_knowledge as
select key_id, user_id, what, shown_at as at from secret_showings
union all
select key_id, added_by, 'backup_codes', created_at from backup_codes where added_by is not null
union all
select id, added_by, 'added', created_at from keys where added_by is not null
union all
select id, owner_id, 'added', created_at from keys where added_by is null;

-- Questions about addresses by their domain. Byte order, so that what is outside a list of domains is a few ranges of the index.
create index users_by_domain on users ((split_part(email_normalized, '@', 2) collate "C"), id) where deleted_at is null;
create index share_history_waiting on share_history ((split_part(email_normalized, '@', 2) collate "C")) where recipient_id is null and group_id is null;
create index membership_history_waiting on membership_history ((split_part(email_normalized, '@', 2) collate "C")) where user_id is null;
create index keys_by_tag on keys using gin (tags) where deleted_at is null;
