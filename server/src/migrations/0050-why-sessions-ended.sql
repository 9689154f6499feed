-- Why a session is over, for whoever still holds its token: the screens say it, and lead back after the next sign-in.
create table ended_sessions (
  token_hash bytea primary key,
  -- As in sessions: without its cookie half the token of a browser learns nothing.
  browser_hash bytea,
  reason text not null
    check (reason in ('expired', 'revoked', 'revoked_by_admin', 'password_changed', 'role_changed', 'deactivated', 'deleted')),
  ended_at timestamptz not null
);

create index ended_sessions_by_time on ended_sessions (ended_at);

-- Whoever ends a session and for whatever reason: no code can forget to say why. What knows a reason names it in `twofold.session_end` for the
-- length of its transaction; signing out is none that somebody has to be told.
create function say_why_a_session_ended() returns trigger
language plpgsql as $$
declare
  reason text := nullif(current_setting('twofold.session_end', true), '');
begin
  if old.is_pending or reason = 'signed_out' then
    return null;
  end if;
  if least(old.expires_at, old.idle_expires_at) <= now() then
    reason := 'expired';
  end if;
  insert into ended_sessions (token_hash, browser_hash, reason, ended_at)
    values (old.token_hash, old.browser_hash, coalesce(reason, 'revoked'), now())
    on conflict (token_hash) do nothing;
  return null;
end $$;

create trigger sessions_say_why_they_ended after delete on sessions for each row execute function say_why_a_session_ended();

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
    update one_time_links set void_at = new.updated_at where user_id = new.id and used_at is null and void_at is null;
  end if;
  return null;
end $$;
