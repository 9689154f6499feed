-- Whose favourite a key is, is for each person to say.
create table favourites (
  user_id uuid not null references users (id) on delete cascade,
  key_id uuid not null references keys (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, key_id)
);

create index favourites_of_key on favourites (key_id);

insert into favourites (user_id, key_id, created_at) select owner_id, id, updated_at from keys where favourite;

alter table keys
  drop column favourite,
  -- When anybody last copied a code of it: spares everybody who reads codes from looking where nothing was copied.
  add column copied_at timestamptz;

-- The codes that the guarded service handed out for the day when the key is lost.
create table backup_codes (
  id uuid primary key,
  key_id uuid not null references keys (id) on delete cascade,
  code bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references users (id) on delete set null
);

create index backup_codes_of_key on backup_codes (key_id);

-- Who saw what would let them make codes without us. When they leave, these are the keys to renew.
create table secret_showings (
  id uuid primary key,
  key_id uuid not null references keys (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  what text not null check (what in ('secret', 'backup_codes', 'export')),
  shown_at timestamptz not null
);

create index secret_showings_of_user on secret_showings (user_id, shown_at);
create index secret_showings_of_key on secret_showings (key_id);

-- People that somebody shares with together. Only keys of the group's owner are shared with it.
create table groups (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null
);

create index groups_of_owner on groups (owner_id);

create table group_members (
  id uuid primary key,
  group_id uuid not null references groups (id) on delete cascade,
  -- Null until somebody has proven the address.
  user_id uuid references users (id) on delete cascade,
  -- As the owner typed it.
  email text not null,
  email_normalized text not null,
  added_at timestamptz not null,
  unique (group_id, email_normalized)
);

create index group_members_of_user on group_members (user_id);
create index group_members_waiting on group_members (email_normalized) where user_id is null;

-- A share is with an address, whose person may still be unknown, or with a group.
alter table shares
  alter column recipient_id drop not null,
  add column email text,
  add column email_normalized text,
  add column group_id uuid references groups (id) on delete cascade,
  add check ((group_id is not null) <> (recipient_id is not null or email_normalized is not null));

update shares set email = users.email, email_normalized = users.email_normalized from users where users.id = shares.recipient_id;

-- Somebody may be shared with under two addresses, one after the other.
drop index shares_live;
create unique index shares_with_address on shares (key_id, email_normalized) where revoked_at is null;
create unique index shares_with_group on shares (group_id, key_id) where revoked_at is null;
create index shares_waiting on shares (email_normalized) where revoked_at is null and recipient_id is null;
create index shares_ending on shares (expires_at) where revoked_at is null;

-- Whom somebody ever shared with: bounds how many strangers an account can have mail sent to.
create table share_contacts (
  owner_id uuid not null references users (id) on delete cascade,
  email_normalized text not null,
  since timestamptz not null,
  primary key (owner_id, email_normalized)
);

-- Mails about shares, by the address they went to, of the last minutes.
create table share_mails (
  id uuid primary key,
  email_normalized text not null,
  sent_at timestamptz not null
);

create index share_mails_to on share_mails (email_normalized, sent_at);

-- Who was shown codes of a key, one row for each person and hour.
create table key_usage (
  key_id uuid not null references keys (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  hour timestamptz not null,
  first_shown_at timestamptz not null,
  primary key (key_id, user_id, hour)
);

create index key_usage_of_user on key_usage (user_id, hour);
create index key_usage_by_time on key_usage using brin (hour);

create table key_copies (
  id uuid primary key,
  key_id uuid not null references keys (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Which code it was, as RFC 6238 counts them; null for counter-based keys.
  time_window bigint,
  copied_at timestamptz not null
);

create index key_copies_of_key on key_copies (key_id, copied_at);
create index key_copies_of_user on key_copies (user_id, copied_at);

/*
 * Who may see what, in three steps; everything that shows or counts access reads one of them. Whether a share has expired, the
 * asking query decides: it knows the time. That people are active, their session shows.
 */

-- What owners granted, to people who are there and to addresses that wait alike, each member of a group by itself.
drop view live_shares;
create view granted_shares as
select shares.id, shares.key_id, null::uuid as group_id, shares.recipient_id,
  coalesce(shares.email_normalized, shares.recipient_id::text) as person, shares.permission, shares.granted_by, shares.created_at,
  shares.expires_at, keys.owner_id, keys.deleted_at
from shares
join keys on keys.id = shares.key_id
where shares.revoked_at is null and shares.group_id is null
union all
select shares.id, shares.key_id, shares.group_id, members.user_id, members.email_normalized, shares.permission, shares.granted_by,
  greatest(shares.created_at, members.added_at), shares.expires_at, keys.owner_id, keys.deleted_at
from shares
join group_members members on members.group_id = shares.group_id
join keys on keys.id = shares.key_id
where shares.revoked_at is null;

-- Those that count: the key not deleted, the owner's account not deleted, the recipient known. One person may have several on a key.
create view live_shares as
select granted.id, granted.key_id, granted.group_id, granted.recipient_id, granted.permission, granted.granted_by, granted.created_at,
  granted.expires_at, owners.id as owner_id, owners.name as owner_name
from granted_shares granted
join users owners on owners.id = granted.owner_id and owners.deleted_at is null
where granted.deleted_at is null and granted.recipient_id is not null and granted.recipient_id <> granted.owner_id;

-- Own keys besides.
create view key_access as
select keys.owner_id as user_id, keys.id as key_id, keys.owner_id, 'owner'::text as level, null::timestamptz as expires_at
from keys
where keys.deleted_at is null
union all
select live_shares.recipient_id, live_shares.key_id, live_shares.owner_id, live_shares.permission, live_shares.expires_at
from live_shares;
