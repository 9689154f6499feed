-- Who has a second factor, and from when on they cannot do without one.
alter table users
  -- A passkey, or codes that were confirmed: kept by the triggers below, so that lists can be narrowed to it.
  add column has_second_factor boolean not null default false,
  -- The grace that began with a sign-in under a policy that requires one ends then. Null: none has begun.
  add column second_factor_due_at timestamptz;

update users set has_second_factor = true
where exists (select from passkeys where user_id = users.id)
  or exists (select from login_totp where user_id = users.id and confirmed_at is not null);

create function count_second_factors() returns trigger
language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update users set has_second_factor = now_has.it
  from (
    select exists (select from passkeys where user_id = person)
      or exists (select from login_totp where user_id = person and confirmed_at is not null) as it
  ) now_has
  where id = person and has_second_factor is distinct from now_has.it;
  return null;
end $$;

create trigger passkeys_are_second_factors after insert or delete on passkeys
  for each row execute function count_second_factors();
create trigger totp_is_a_second_factor after insert or update of confirmed_at or delete on login_totp
  for each row execute function count_second_factors();

create index users_by_second_factor on users (has_second_factor, id) where deleted_at is null;

-- A new installation requires one of administrators. One that has people already keeps what it had.
insert into installation_settings (name, value, changed_at)
select 'second_factor', '"optional"', now() where exists (select from users);
