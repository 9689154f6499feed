/*
 * Programs that a person signs in by typing a code on a page (RFC 8628). Until then it waits here; afterwards it is a token of the kind `cli`.
 */
create table device_sign_ins (
  id uuid primary key,
  device_hash bytea not null unique,
  -- What the person types. It opens nothing by itself: whoever types it signs the program in to their own account.
  user_code text not null unique,
  -- As the program calls itself and its machine.
  program text not null,
  device text,
  address inet not null,
  -- Of the address, as limits count it.
  network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  polled_at timestamptz,
  -- Seconds that have to pass between two looks.
  interval_seconds int2 not null,
  -- Who decided.
  user_id uuid references users (id) on delete cascade,
  decision text check (decision in ('approved', 'denied')),
  check ((user_id is null) = (decision is null))
);
create index device_sign_ins_of_user on device_sign_ins (user_id) where user_id is not null;
create index device_sign_ins_by_end on device_sign_ins (expires_at);

-- A program that is signed in shows the PIN as a session does.
alter table access_tokens
  add column pin_until timestamptz,
  drop constraint access_tokens_revoked_because_check,
  -- `account`: with the sessions of its person.
  add constraint access_tokens_revoked_because_check
    check (revoked_because in ('owner', 'administrator', 'found', 'leaked', 'unused', 'denials', 'account'));

-- As before, but for the PIN, and for the end: a device that nobody used for 7 days is signed out.
create or replace view person_tokens as
select id, user_id, token_hash, null::bytea as browser_hash, true as remember, coalesce(last_used_at, created_at) as seen_at,
  expires_at as idle_expires_at, expires_at, false as is_pending, pin_until, null::timestamptz as factor_until,
  coalesce(last_used_at, created_at) as active_at, null::timestamptz as locked_at,
  json_build_object('id', id, 'kind', kind, 'name', name, 'last_four', last_four, 'scopes', scopes, 'is_agent', is_agent, 'networks', networks,
    'key_ids', key_ids, 'expires_at', case when kind = 'cli' then least(expires_at, coalesce(last_used_at, created_at) + interval '7 days')
      else expires_at end, 'last_used_at', last_used_at) as token
from access_tokens
where user_id is not null and revoked_at is null;

/* Signs a person's programs out; answers how many. Called where their sessions end. */
create function end_devices_of(person uuid) returns int
language plpgsql as $$
declare
  ended int;
begin
  delete from device_sign_ins where user_id = person;
  update access_tokens set revoked_at = now(), revoked_because = 'account' where user_id = person and kind = 'cli' and revoked_at is null;
  get diagnostics ended = row_count;
  return ended;
end $$;

create function end_devices_with_the_account() returns trigger
language plpgsql as $$
begin
  perform end_devices_of(new.id);
  return null;
end $$;

create trigger devices_end_with_the_account after update of password_changed_at, role, is_active, deleted_at on users
for each row when ((old.password_changed_at, old.role, old.is_active, old.deleted_at)
  is distinct from (new.password_changed_at, new.role, new.is_active, new.deleted_at))
execute function end_devices_with_the_account();
