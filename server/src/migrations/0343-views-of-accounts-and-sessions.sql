-- expand from 0.1.0
-- What nouns read of accounts, sessions, factors, approvals and backups: views of the owners, so that their tables are named by nobody else.

-- What somebody did with their account, and when: not from where.
create view account_activity as
select user_id, kind, happened_at from activity;

-- When accounts were deactivated, and until when.
create view closed_periods as
select user_id, since, until from account_closures;

create view deleted_accounts as
select user_id, deleted_by from account_deletions;

-- What people are searched by, in small rows.
create view searched_people as
select user_id, name, text, is_deleted from user_texts;

-- Invitations that somebody sent, whatever became of them.
create or replace view sent_invitations as
select user_id, email, created_by, created_at, void_at from one_time_links where purpose = 'invite';

-- Which browser a session is bound to, whether it is open, and when it was used: not its token.
create or replace view session_browsers as
select id, user_id, browser_hash, expires_at, idle_expires_at, is_pending, remember, created_at, seen_at from sessions;

create view failed_sign_ins as
select happened_at from sign_in_failures;

-- Addresses, hashed, that nobody can sign in with for a while.
create view locked_addresses as
select email_hash, locked_until from sign_in_locks;

create view named_passkeys as
select id, user_id, name, created_at from passkeys;

-- Accounts of which nobody can guess for a while.
create view locked_guesses as
select user_id, is_void, locked_until from guess_counters;

-- Acts that wait for a second administrator.
create view waiting_requests as
select id, expires_at from requests where state = 'waiting';

-- Backups with where each is and what became of it.
create view listed_backups as
select id, location, state, created_at, finished_at, size, error from backups;

create view finished_drills as
select id, finished_at, error from backup_drills;

create view dated_notifications as
select id, created_at from notifications;
