create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  -- Lower case, NFC: what sign-in and uniqueness go by.
  email_normalized text not null unique,
  role text not null default 'user' check (role in ('admin', 'user')),
  is_active boolean not null default true,
  -- Null for accounts made by OpenID Connect.
  password_hash text,
  pin_hash text,
  email_verified_at timestamptz,
  -- Made while verification was not required: stays admitted when it becomes required later.
  admitted_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);

create index users_active_admins on users (id) where role = 'admin' and is_active and deleted_at is null;

-- Dropping a row makes everything the person ever stored unreadable, backups of the keyrings included.
create table data_keys (
  user_id uuid primary key references users (id) on delete cascade,
  sealed bytea not null,
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  -- Set when a browser opened the session: its cookie half. The bearer token alone is then worth nothing.
  browser_hash bytea,
  remember boolean not null,
  ip inet,
  user_agent text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table setup_links (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table keys (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('totp', 'hotp', 'steam')),
  issuer text,
  account text,
  algorithm text not null check (algorithm in ('SHA1', 'SHA256', 'SHA512')),
  digits smallint not null check (digits between 5 and 10),
  period smallint check (period between 1 and 300),
  counter bigint check (counter >= 0),
  secret bytea not null,
  note bytea,
  tags text[] not null default '{}',
  favourite boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((kind = 'hotp') = (counter is not null)),
  check ((kind = 'hotp') = (period is null))
);

create index keys_of_owner on keys (owner_id, created_at, id) where deleted_at is null;
create index keys_deleted on keys (deleted_at) where deleted_at is not null;

create table shares (
  id uuid primary key,
  key_id uuid not null references keys (id) on delete cascade,
  recipient_id uuid not null references users (id) on delete cascade,
  permission text not null check (permission in ('admin', 'view')),
  granted_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);

create unique index shares_live on shares (key_id, recipient_id) where revoked_at is null;
create index shares_of_recipient on shares (recipient_id) where revoked_at is null;

-- Shares that count: not revoked, the key not deleted, the owner's account not deleted. Whether one has expired, and whether
-- the recipient is active, the asking query decides: it knows the time and the session.
create view live_shares as
select shares.id, shares.key_id, shares.recipient_id, shares.permission, shares.granted_by, shares.created_at, shares.expires_at,
  owners.id as owner_id, owners.name as owner_name
from shares
join keys on keys.id = shares.key_id and keys.deleted_at is null
join users owners on owners.id = keys.owner_id and owners.deleted_at is null
where shares.revoked_at is null;

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  call text not null,
  key text not null,
  body_hash bytea not null,
  claimed_at timestamptz not null,
  -- Set in the transaction of what the call did: tells a retry after a crash whether it happened.
  committed_at timestamptz,
  answer bytea,
  primary key (user_id, call, key)
);

create index idempotency_keys_by_time on idempotency_keys (claimed_at);

-- The shape that rate-limiter-flexible expects.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_by_end on rate_limits (expire);
