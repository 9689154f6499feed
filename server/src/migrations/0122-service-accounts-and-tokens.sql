/*
 * Programs as users. A service account belongs to a group, so that it outlives the people who set it up; a token belongs to a service account or
 * to a person. A token is 256 random bits, so SHA-256 is enough at rest; it is found by its hash and shown once.
 */

create table service_accounts (
  id uuid primary key,
  group_id uuid not null references groups (id) on delete cascade,
  name text not null,
  description text not null default '',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- While set, its tokens open nothing.
  suspended_at timestamptz,
  suspended_because text check (suspended_because in ('manager', 'administrator', 'unused', 'denials')),
  check ((suspended_at is null) = (suspended_because is null))
);
create index service_accounts_of_group on service_accounts (group_id);
create index service_accounts_by_creator on service_accounts (created_by) where created_by is not null;

create table access_tokens (
  id uuid primary key,
  -- The part after `twofold_`: personal, service account, workload identity, device session.
  kind text not null check (kind in ('pat', 'svc', 'wid', 'cli')),
  user_id uuid references users (id) on delete cascade,
  service_account_id uuid references service_accounts (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  last_four text not null check (length(last_four) = 4),
  scopes text[] not null,
  -- Of an agent: every code it takes is approved by a person.
  is_agent boolean not null default false,
  -- Addresses it may be used from; null: any.
  networks text[] check (cardinality(networks) > 0),
  -- Keys it is narrowed to; null: whatever its owner has.
  key_ids uuid[] check (cardinality(key_ids) > 0),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip inet,
  -- The successor, from its rotation on.
  replaced_by uuid references access_tokens (id) on delete set null,
  revoked_at timestamptz,
  -- `found`: whoever held it revoked it, `leaked`: and said that it had been published.
  revoked_because text check (revoked_because in ('owner', 'administrator', 'found', 'leaked', 'unused', 'denials')),
  -- Days before its end that were reminded of last.
  reminded_days int2,
  -- Since when somebody has known that nobody uses it.
  unused_noticed_at timestamptz,
  check ((kind in ('pat', 'cli')) = (user_id is not null)),
  check ((kind in ('svc', 'wid')) = (service_account_id is not null)),
  check ((revoked_at is null) = (revoked_because is null))
);
create index access_tokens_of_user on access_tokens (user_id) where user_id is not null;
create index access_tokens_of_service_account on access_tokens (service_account_id) where service_account_id is not null;
create index access_tokens_by_creator on access_tokens (created_by) where created_by is not null;
create index access_tokens_replaced on access_tokens (replaced_by) where replaced_by is not null;
create index access_tokens_by_end on access_tokens (expires_at);

/*
 * Tokens of people in the shape of sessions: the statement that finds a session with its person, and what a call answers besides, finds a token in
 * the same round trip. A token never has a PIN, and the vault that locks itself is the one on a screen.
 */
create view person_tokens as
select id, user_id, token_hash, null::bytea as browser_hash, true as remember, coalesce(last_used_at, created_at) as seen_at,
  expires_at as idle_expires_at, expires_at, false as is_pending, null::timestamptz as pin_until, null::timestamptz as factor_until,
  coalesce(last_used_at, created_at) as active_at, null::timestamptz as locked_at,
  json_build_object('id', id, 'kind', kind, 'name', name, 'last_four', last_four, 'scopes', scopes, 'is_agent', is_agent, 'networks', networks,
    'key_ids', key_ids, 'expires_at', expires_at, 'last_used_at', last_used_at) as token
from access_tokens
where user_id is not null and revoked_at is null;
