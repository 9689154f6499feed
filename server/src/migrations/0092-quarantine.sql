-- What an account is closed by, and whether its person objected.
alter table users
  -- Since when somebody else may be in the account; what is older proves its person. Null: nothing has to be proven.
  add column closed_at timestamptz,
  -- "Stop this" was followed: closed to everything but a proof, or a second administrator.
  add column stopped_at timestamptz;

update users set closed_at = codes_closed_until - interval '1 day' where codes_closed_until > now();

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check
  check (purpose in ('verify_email', 'change_email', 'reset_password', 'invite', 'second_step', 'new_pin', 'stop'));

-- A link that stops what somebody else began stays good when they go on: another password or address does not void it.
create or replace function end_with_the_account() returns trigger
language plpgsql as $$
begin
  if (old.password_changed_at, old.role, old.is_active, old.deleted_at)
    is distinct from (new.password_changed_at, new.role, new.is_active, new.deleted_at) then
    perform set_config('twofold.session_end', case
      when new.deleted_at is not null then 'deleted'
      when not new.is_active then 'deactivated'
      when old.password_changed_at is distinct from new.password_changed_at then 'password_changed'
      else 'role_changed'
    end, true);
    delete from sessions where user_id = new.id;
    perform set_config('twofold.session_end', '', true);
  end if;
  if old.password_changed_at is distinct from new.password_changed_at then
    delete from sign_in_locks where email_hash = sha256(convert_to(new.email_normalized, 'UTF8'));
  end if;
  if (old.password_changed_at, old.email_normalized, old.is_active, old.deleted_at)
    is distinct from (new.password_changed_at, new.email_normalized, new.is_active, new.deleted_at) then
    update one_time_links set void_at = new.updated_at
    where user_id = new.id and used_at is null and void_at is null and purpose <> 'stop';
  end if;
  return null;
end $$;
