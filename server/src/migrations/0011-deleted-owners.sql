-- Few accounts are deleted: asking whether an owner is one of them must not look at all who are not.
create index users_deleted on users (id) where deleted_at is not null;

create or replace view key_access as
select keys.owner_id as user_id, keys.id as key_id, keys.owner_id, 'owner'::text as level, null::timestamptz as expires_at
from keys
where keys.deleted_at is null
union all
select granted.recipient_id, granted.key_id, granted.owner_id, granted.permission, granted.expires_at
from granted_shares granted
where granted.deleted_at is null and granted.recipient_id <> granted.owner_id
  and not exists (select from users where users.id = granted.owner_id and users.deleted_at is not null);
