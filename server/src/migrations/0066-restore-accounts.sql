-- An address is free as soon as its account is deleted: it can be invited, and have an account again, while the old one can still be restored.
alter table users drop constraint users_email_normalized_key;
create unique index users_by_address on users (email_normalized) where deleted_at is null;

/*
 * What a deletion ended, so that restoring the account brings back this and nothing else. Goes with the account, and with what it is about.
 */
create table account_deletions (
  user_id uuid primary key references users (id) on delete cascade,
  -- Null: the person did it.
  deleted_by uuid references users (id) on delete set null,
  was_active boolean not null
);

create table shares_ended_with_account (
  share_id uuid primary key references shares (id) on delete cascade,
  -- Whose deletion ended it. Where the other side is deleted as well, a share waits for the one who is restored last.
  user_id uuid not null references users (id) on delete cascade,
  -- Whose key it was then: nobody but that owner's sharing is brought back.
  owner_id uuid not null references users (id) on delete cascade
);
create index shares_ended_with_account_of_user on shares_ended_with_account (user_id);
create index shares_ended_with_account_of_owner on shares_ended_with_account (owner_id);

create table memberships_ended_with_account (
  user_id uuid not null references users (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  email text not null,
  email_normalized text not null,
  added_at timestamptz not null,
  primary key (group_id, email_normalized, user_id)
);
create index memberships_ended_with_account_of_user on memberships_ended_with_account (user_id);

-- Accounts that are deleted already: an administrator's deletion says in the audit log whether they were active. Shares ended within the same
-- transaction as the account, and so within moments; of groups nothing is known any more.
insert into account_deletions (user_id, deleted_by, was_active)
select users.id, (select actors.id from users actors where actors.id = entry.actor_id), coalesce((entry.before ->> 'is_active')::boolean, true)
from users
left join lateral (
  select actor_id, before from audit_log
  where action = 'user.deleted' and target_id = users.id::text order by happened_at desc limit 1
) entry on true
where users.deleted_at is not null;

insert into shares_ended_with_account (share_id, user_id, owner_id)
select distinct on (shares.id) shares.id, users.id, keys.owner_id
from users
join shares on shares.revoked_at >= users.deleted_at and shares.revoked_at < users.deleted_at + interval '1 second'
join keys on keys.id = shares.key_id and (keys.owner_id = users.id or shares.recipient_id = users.id)
where users.deleted_at is not null
order by shares.id, users.id;
