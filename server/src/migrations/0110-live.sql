-- What open pages hear of at once. Whatever changes it says so by ids only, where no path can forget it; who may hear of it is asked when it
-- arrives (server/src/live). The arguments are pairs: a word, and the column whose id it says.
create function tell_pages() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  for pair in 0 .. tg_nargs / 2 - 1 loop
    if changed ->> tg_argv[2 * pair + 1] is not null then
      perform pg_notify('twofold_live', tg_argv[2 * pair] || ' ' || (changed ->> tg_argv[2 * pair + 1]));
    end if;
  end loop;
  return null;
end
$$;

create trigger key_copies_tell_pages after insert on key_copies
  for each row execute function tell_pages('copy', 'id');

-- A new key is its owner's alone; what is copied, counted or sealed anew changes no list.
create trigger keys_tell_pages_of_new after insert on keys
  for each row execute function tell_pages('person', 'owner_id');
create trigger keys_tell_pages
  after update of name, account, issuer, tags, note, kind, algorithm, digits, period, owner_id, deleted_at on keys
  for each row execute function tell_pages('key', 'id');

create trigger shares_tell_pages after insert or update or delete on shares
  for each row execute function tell_pages('person', 'recipient_id', 'group', 'group_id', 'key', 'key_id');
create trigger group_members_tell_pages after insert or update or delete on group_members
  for each row execute function tell_pages('person', 'user_id', 'group', 'group_id');

create trigger sessions_tell_pages after delete or update of locked_at on sessions
  for each row execute function tell_pages('session', 'id');
create trigger users_tell_pages
  after update of role, is_active, deleted_at, must_change_password, codes_closed_until, secrets_closed_until, stopped_at, name on users
  for each row execute function tell_pages('account', 'id');

create trigger code_leases_tell_pages after insert on code_leases
  for each row when (new.kind = 'turn') execute function tell_pages('key', 'key_id');
create trigger code_leases_tell_pages_of_less after delete on code_leases
  for each row when (old.kind = 'turn') execute function tell_pages('key', 'key_id');

create trigger notifications_tell_pages after insert on notifications
  for each row execute function tell_pages('office', 'id');
create trigger requests_tell_pages after insert or update of state on requests
  for each row execute function tell_pages('office', 'id');
