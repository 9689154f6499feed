/*
 * What the figures of the back office count (docs/decisions/0084). Every figure reads these views and functions, so that no query can
 * forget a condition: deleted people, and their keys and shares, count nowhere. What depends on the time takes it as a parameter, because
 * the application's clock decides and not the database's.
 */
create view counted_users as
select id, name, email, role, is_active, last_login_at, created_at, keys_count from users where deleted_at is null;

create view counted_keys as
select keys.id, keys.name, keys.created_at, keys.copied_at, keys.owner_id, owners.name as owner_name, owners.is_active as owner_is_active,
  owners.last_login_at as owner_last_login_at
from keys
join users owners on owners.id = keys.owner_id and owners.deleted_at is null
where keys.deleted_at is null;

-- A grant is one key that one recipient can use through another person, however many ways lead there (direct, through several groups).
-- Invitations that nobody has accepted are not grants. Grouped by columns that callers filter on, so the filter reaches the tables.
create function grants_at(moment timestamptz)
returns table (key_id uuid, owner_id uuid, recipient_id uuid, share_id uuid, permission text, created_at timestamptz, expires_at timestamptz)
language sql stable as $$
  select live.key_id, live.owner_id, live.recipient_id, (array_agg(live.id order by live.created_at, live.id))[1],
    case when bool_or(live.permission = 'admin') then 'admin' else 'view' end, min(live.created_at),
    case when bool_or(live.expires_at is null) then null else max(live.expires_at) end
  from live_shares live
  where (live.expires_at is null or live.expires_at > moment)
    and not exists (select from users recipients where recipients.id = live.recipient_id and recipients.deleted_at is not null)
  group by live.key_id, live.owner_id, live.recipient_id
$$;

-- A session counts while somebody could use it: its second step is done and no limit of time has passed.
create function open_sessions_at(moment timestamptz)
returns table (id uuid, user_id uuid, created_at timestamptz, seen_at timestamptz)
language sql stable as $$
  select sessions.id, sessions.user_id, sessions.created_at, sessions.seen_at
  from sessions join users on users.id = sessions.user_id and users.deleted_at is null
  where not sessions.is_pending and sessions.expires_at > moment and sessions.idle_expires_at > moment
$$;

-- Of the set that is in force; an older set cannot be used.
create view counted_recovery_codes as
select codes.id, codes.user_id, codes.used_at
from recovery_codes codes join users on users.id = codes.user_id and users.deleted_at is null
where codes.replaced_at is null;

-- New users, keys and shares of a day are no longer kept by the job: they are those of today's users, keys and grants, by the day they came.
delete from day_figures where figure in ('sign_ups', 'keys_made', 'shares_made');
drop index activity_counted;
create index activity_counted on activity (happened_at) where kind in ('signed_in', 'signed_in_from_new_device', 'signed_in_after_failures');

-- Counted by other rules.
delete from kept_figures;
