/*
 * Keys come to a service account by sharing, as to people: the third kind of recipient of `shares`. Revocation, expiry, the closing of an account and
 * the hand-over of a key end such a share as they end every other.
 */
alter table shares
  add column service_account_id uuid references service_accounts (id) on delete cascade,
  -- Who has to agree before a code is handed out: nobody, a person each time, or once for each run.
  add column approval text not null default 'none' check (approval in ('none', 'each', 'per_run')),
  -- Never the person who made the token or the trust.
  add column four_eyes boolean not null default false,
  -- A manager took the key for the service account, so that no stranger plants one of a known name on it. Of people and groups: null.
  add column accepted_at timestamptz;

-- Exactly one of three.
do $$
declare name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'shares'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%group_id%';
  execute format('alter table shares drop constraint %I', name);
end $$;
alter table shares
  add check (num_nonnulls(group_id, service_account_id) + (recipient_id is not null or email_normalized is not null)::int = 1),
  add check (service_account_id is not null or (approval = 'none' and not four_eyes and accepted_at is null)),
  -- Codes only.
  add check (service_account_id is null or permission = 'view');
create unique index shares_with_service_account on shares (service_account_id, key_id) where revoked_at is null;

-- What people were granted; programs have a view of their own.
create or replace view granted_shares as
select shares.id, shares.key_id, null::uuid as group_id, shares.recipient_id,
  coalesce(shares.email_normalized, shares.recipient_id::text) as person, shares.permission, shares.granted_by, shares.created_at,
  shares.expires_at, keys.owner_id, keys.deleted_at
from shares
join keys on keys.id = shares.key_id
where shares.revoked_at is null and shares.group_id is null and shares.service_account_id is null
union all
select shares.id, shares.key_id, shares.group_id, members.user_id, members.email_normalized, shares.permission, shares.granted_by,
  greatest(shares.created_at, members.added_at), shares.expires_at, keys.owner_id, keys.deleted_at
from shares
join group_members members on members.group_id = shares.group_id
join keys on keys.id = shares.key_id
where shares.revoked_at is null;

/*
 * Which service account may take codes of which key. Whether a share has expired, the asking query decides, as with people (decision 0030). That the
 * account is not suspended, its token shows.
 */
create view service_account_access as
select shares.service_account_id, shares.key_id, keys.owner_id, shares.id as share_id, shares.approval, shares.four_eyes, shares.expires_at
from shares
join keys on keys.id = shares.key_id and keys.deleted_at is null
where shares.service_account_id is not null and shares.revoked_at is null and shares.accepted_at is not null
  and not exists (select from users where users.id = keys.owner_id and users.deleted_at is not null);

-- The history of access is about people.
create or replace function record_share() returns trigger
language plpgsql as $$
declare
  ended timestamptz := now();
begin
  if coalesce(new.service_account_id, old.service_account_id) is not null then return null; end if;
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

-- Members of the group who manage its service accounts; its owner always does.
alter table group_members add column manages_service_accounts boolean not null default false;

-- Who can make tokens for a service account and accept keys for it: the owner of its group and the members who were marked, while they are there.
create view service_account_managers as
select accounts.id as service_account_id, groups.owner_id as user_id, true as is_owner
from service_accounts accounts
join groups on groups.id = accounts.group_id
join users on users.id = groups.owner_id and users.is_active and users.deleted_at is null
union all
select accounts.id, members.user_id, false
from service_accounts accounts
join group_members members on members.group_id = accounts.group_id and members.manages_service_accounts
join groups on groups.id = accounts.group_id and groups.owner_id <> members.user_id
join users on users.id = members.user_id and users.is_active and users.deleted_at is null;
