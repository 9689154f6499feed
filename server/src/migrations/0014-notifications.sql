-- What happened that administrators should know. The id is that of the event, so that an event delivered twice is told once.
create table notifications (
  id uuid primary key,
  type text not null check (type in ('alert', 'info', 'success')),
  title text not null,
  message text not null,
  created_at timestamptz not null
);

create index notifications_newest on notifications (created_at desc, id desc);

create table notification_reads (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (user_id, notification_id)
);

create index notification_reads_of on notification_reads (notification_id);

-- Figures of the last days, without reading every account, key and share.
create index users_newest on users (created_at desc, id) where deleted_at is null;
create index users_last_login on users (last_login_at desc nulls last, id) where deleted_at is null;
create index keys_newest on keys (created_at desc) where deleted_at is null;
create index shares_newest on shares (created_at desc) where revoked_at is null;
create index sessions_seen on sessions (seen_at);
