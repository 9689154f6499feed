/*
 * Workloads without a stored token: a CI job shows a token that its issuer signed, and gets one of ours for some minutes. Issuers are trusted by
 * administrators, rules about claims are made by the managers of a service account.
 */
create table workload_issuers (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('github', 'github_enterprise', 'gitlab', 'url', 'keys')),
  -- As it stands in `iss`, letter by letter.
  issuer text not null unique,
  -- Host of its keys, when that is not its own.
  jwks_host text,
  -- Pasted keys, of an issuer that is never asked.
  jwks jsonb,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check ((kind = 'keys') = (jwks is not null))
);
create index workload_issuers_by_creator on workload_issuers (created_by) where created_by is not null;

-- The last keys that an issuer published, for all nodes, while it cannot be reached.
create table issuer_keys (
  issuer_id uuid primary key references workload_issuers (id) on delete cascade,
  jwks jsonb not null,
  fetched_at timestamptz not null
);

create table workload_trusts (
  id uuid primary key,
  service_account_id uuid not null references service_accounts (id) on delete cascade,
  issuer_id uuid not null references workload_issuers (id) on delete cascade,
  name text not null,
  -- Claim → the values it may have.
  rules jsonb not null,
  minutes int2 not null check (minutes between 5 and 60),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index workload_trusts_of_account on workload_trusts (service_account_id);
create index workload_trusts_of_issuer on workload_trusts (issuer_id);
create index workload_trusts_by_creator on workload_trusts (created_by) where created_by is not null;

-- Each token of an issuer is exchanged once: whoever inserts the row has it. The digest is of the part that is signed.
create table used_assertions (
  issuer_id uuid not null references workload_issuers (id) on delete cascade,
  digest bytea not null,
  -- Somebody was told that it came a second time.
  is_replayed boolean not null default false,
  expires_at timestamptz not null,
  primary key (issuer_id, digest)
);
create index used_assertions_by_end on used_assertions (expires_at);

-- Exchanges that no rule allowed, with what was verified about them.
create table refused_exchanges (
  id uuid primary key,
  service_account_id uuid not null references service_accounts (id) on delete cascade,
  issuer_id uuid not null references workload_issuers (id) on delete cascade,
  reason text not null check (reason in ('no_rule', 'event', 'time', 'replayed', 'suspended')),
  claims jsonb not null,
  address inet not null,
  refused_at timestamptz not null
);
create index refused_exchanges_of_account on refused_exchanges (service_account_id, refused_at);
create index refused_exchanges_of_issuer on refused_exchanges (issuer_id);
create index refused_exchanges_by_time on refused_exchanges (refused_at);

alter table access_tokens
  -- Of the kind `wid`: by which rule it was given out, and what was verified about the run.
  add column trust_id uuid references workload_trusts (id) on delete set null,
  add column run jsonb;
create index access_tokens_of_trust on access_tokens (trust_id, created_at) where trust_id is not null;
