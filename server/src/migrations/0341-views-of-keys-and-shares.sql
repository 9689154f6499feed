-- expand from 0.1.0
-- What nouns read of what happens with keys, and of shares and groups: views of the owners, so that their tables are named by nobody else.

-- Codes of keys that were copied.
create view copied_codes as
select id, key_id, user_id, service_account_id, copied_at, time_window from key_copies;

-- In which hours a code of a key was shown to somebody.
create view shown_codes as
select key_id, user_id, hour, first_shown_at from key_usage;

create view tagged_keys as
select key_id, tag from key_tags;

create view favorite_keys as
select user_id, key_id from favourites;

-- Windows of a key whose code somebody has.
create view leased_windows as
select key_id, generation, time_window from code_leases;

create view named_groups as
select id, owner_id, name from groups;

-- Who is in which group.
create view listed_members as
select id, group_id, user_id, email, email_normalized, added_at, manages_service_accounts from group_members;

-- Shares as they were given, whether they give anything now or not.
create view given_shares as
select id, key_id, recipient_id, group_id, service_account_id, email, email_normalized, permission, approval, four_eyes,
  created_at, accepted_at, expires_at, revoked_at
from shares;

-- Which keys a group has or had.
create view keys_had_by_groups as
select group_id, key_id from share_history;

-- Since when the history of access is whole.
create view whole_history as
select since from access_history_start;
