-- expand from 0.1.0
-- What nouns may read of the tables of nouns that stand after them (server/src/app.ts). Each view belongs to the owner of its table.

-- Which keys there are, whose, and what they are called: nothing that is secret.
create view named_keys as
select id, owner_id, name, deleted_at from keys;

-- Keys that were ever shared, also those of which nobody has a share any more.
create view once_shared_keys as
select shares.key_id, keys.owner_id from shares join keys on keys.id = shares.key_id;

-- Who may have keys of others: whoever got none of them need not be asked about further.
create view key_receivers as
select recipient_id as user_id from shares where revoked_at is null
union all
select user_id from group_members;

-- Service accounts by name.
create view named_service_accounts as
select id, name from service_accounts;

-- Which browser a session is bound to, and until when.
create view session_browsers as
select id, user_id, browser_hash, expires_at, idle_expires_at from sessions;

-- Who can sign in at a provider.
create view linked_identities as
select id, user_id from identities;

-- Invitations that somebody sent, whatever became of them.
create view sent_invitations as
select user_id, email, created_by, created_at from one_time_links where purpose = 'invite';

-- Which event is written about with which template.
create view mapped_events as
select id, event_name, template_slug, is_active from email_mappings;

-- E-mail providers by name: not how they are reached.
create view named_providers as
select id, name, provider, is_default, is_active, priority, deleted_at from email_providers;

-- Which e-mail was written because of what, and what became of it: not to whom.
create view logged_mails as
select id, mapping_id, decision_id, template_slug, status, created_at from email_logs;

-- Addresses that no e-mail goes to.
create view suppressed_addresses as
select email, reason from email_suppressions;

-- How far the streams have sent the audit log that are not paused.
create view stream_progress as
select name, sent_sequence, since, last_error from audit_streams where is_active;

-- Maintenance that has not been called off.
create view announced_maintenance as
select message, starts_at, ends_at from maintenance_windows where closed_at is null;

/*
 * After a restore from a backup: e-mail that waited when it was made waits for an administrator from now on, because most of it has been sent since.
 * Answers how many.
 */
create function hold_waiting_mail(at timestamptz) returns int8 language sql as $$
  update email_attempts set finished_at = at, detail = 'The installation was restored from a backup.' where finished_at is null;
  with held as (
    update email_logs
    set queue = 'held', held_at = at, waiting_reason = 'restored', lease_until = null, fence = fence + 1,
      useful_until = case when useful_until is not null then least(useful_until, at) end -- `least` passes over null
    where queue in ('due', 'claimed')
    returning 1
  )
  select count(*) from held;
$$;
