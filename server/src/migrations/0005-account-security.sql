alter table users
  add column must_change_password boolean not null default false,
  -- Set while another address waits for its confirmation.
  add column pending_email text,
  add column pending_email_normalized text,
  -- Minutes without use after which the vault locks itself; null: never.
  add column auto_lock_minutes integer check (auto_lock_minutes between 1 and 1440),
  add column password_changed_at timestamptz,
  add column pin_changed_at timestamptz,
  -- After a reset that an administrator had a hand in: the next sign-in needs more, and secrets stay closed until then.
  add column secrets_closed_until timestamptz,
  add column needs_proof boolean not null default false;

alter table sessions
  -- Waits for its second step; can do nothing else.
  add column is_pending boolean not null default false,
  add column second_step_failures integer not null default 0,
  -- The PIN was right: what leaves the vault is open until then.
  add column pin_until timestamptz,
  -- Recognises the browser on later sign-ins.
  add column device_hash bytea;

-- Links that prove something: an address, the right to a new password, an invitation. Single-use, only their hashes.
create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'change_email', 'reset_password', 'invite', 'second_step')),
  user_id uuid references users (id) on delete cascade,
  email text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  void_at timestamptz
);

create index one_time_links_of_user on one_time_links (user_id, purpose);

-- The TOTP of the sign-in itself. One per account; not in force until proven with a code.
create table login_totp (
  user_id uuid primary key references users (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The newest window whose code was accepted: it is never accepted again.
  last_window bigint,
  created_at timestamptz not null
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_of_user on passkeys (user_id);

-- What a browser was asked to sign; each answered once.
create table webauthn_challenges (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_step')),
  challenge text not null,
  expires_at timestamptz not null
);

create table recovery_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- All ten of one making.
  set_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- A newer set took its place.
  replaced_at timestamptz
);

create index recovery_codes_of_user on recovery_codes (user_id) where replaced_at is null;

-- Tries that may be guesses, for each account (and address, where the lock is only for it).
create table guess_counters (
  kind text not null check (kind in ('sign_in', 'pin', 'second_step')),
  user_id uuid not null references users (id) on delete cascade,
  -- Empty for kinds that count for the whole account.
  address text not null default '',
  failures integer not null default 0,
  locked_until timestamptz,
  is_void boolean not null default false,
  updated_at timestamptz not null,
  primary key (kind, user_id, address)
);

create table identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);

-- A sign-in that is under way at an issuer.
create table oidc_attempts (
  state_hash bytea primary key,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  -- Set when somebody who is signed in links an identity.
  user_id uuid references users (id) on delete cascade,
  browser_hash bytea not null,
  expires_at timestamptz not null
);

-- Browsers and programs that an account was signed in from.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Wrong sign-ins in a row, for each typed address and network. The address is hashed, and need not have an account: an unknown
-- one locks like a known one, so that the lock does not tell which is which.
create table sign_in_locks (
  email_hash bytea not null,
  network text not null,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (email_hash, network)
);

create index sign_in_locks_by_time on sign_in_locks (updated_at);

-- Each wrong sign-in of the last quarter of an hour, wherever it came from.
create table sign_in_failures (
  id uuid primary key,
  email_hash bytea not null,
  happened_at timestamptz not null
);

create index sign_in_failures_of_address on sign_in_failures (email_hash, happened_at);
create index sign_in_failures_by_time on sign_in_failures (happened_at);

-- Sessions and links end with what they hang on, whoever changes it and from wherever: no code can forget to.
create function end_with_the_account() returns trigger
language plpgsql as $$
begin
  if (old.password_changed_at, old.role, old.is_active, old.deleted_at)
    is distinct from (new.password_changed_at, new.role, new.is_active, new.deleted_at) then
    delete from sessions where user_id = new.id;
  end if;
  if old.password_changed_at is distinct from new.password_changed_at then
    delete from sign_in_locks where email_hash = sha256(convert_to(new.email_normalized, 'UTF8'));
  end if;
  if (old.password_changed_at, old.email_normalized, old.is_active, old.deleted_at)
    is distinct from (new.password_changed_at, new.email_normalized, new.is_active, new.deleted_at) then
    update one_time_links set void_at = new.updated_at where user_id = new.id and used_at is null and void_at is null;
  end if;
  return null;
end $$;

create trigger users_end_with_the_account
  after update of password_changed_at, role, is_active, deleted_at, email_normalized on users for each row execute function end_with_the_account();

-- What concerns one person, in words of the product; shown to that person.
create table activity (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- Who did it, when it was somebody else.
  actor_id uuid references users (id) on delete set null,
  actor_name text,
  detail jsonb not null default '{}',
  ip inet,
  happened_at timestamptz not null
);

create index activity_of_user on activity (user_id, happened_at desc, id desc);
