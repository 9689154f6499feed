-- Each node says here that it lives, and that writing works.
create table nodes (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The link itself, so that another node can print it as well.
delete from setup_links;
alter table setup_links add column id uuid not null unique, add column token bytea not null;

-- Retention goes from the oldest row on, a portion at a time. BRIN finds pages, not an order.
drop index key_usage_by_time;
create index key_usage_by_time on key_usage (hour);
drop index key_copies_by_time;
create index key_copies_by_time on key_copies (copied_at);
create index activity_by_time on activity (happened_at);
create index sessions_by_idle_end on sessions (idle_expires_at);
create index known_devices_by_time on known_devices (last_seen_at);
create index one_time_links_by_end on one_time_links (expires_at);
create index webauthn_challenges_by_end on webauthn_challenges (expires_at);
create index share_mails_by_time on share_mails (sent_at);
create index leaver_plans_closed on leaver_plans (closed_at) where closed_at is not null;
create index backup_downloads_by_end on backup_downloads (expires_at);
create index email_quotas_by_start on email_quotas (starts_at);
drop index email_decisions_age;
create index email_decisions_by_time on email_decisions (decided_at);

-- What a session takes along.
create index email_previews_of_session on email_previews (session_id);
create index backup_downloads_of_session on backup_downloads (session_id);
