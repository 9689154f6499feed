-- expand from 0.1.0
-- A key or an account that is removed for good is named in tables that grow with the installation. PostgreSQL looks for those rows each time, and
-- read each such table whole (foreign-keys.test.ts): an index of part of a table does not help it.
create index keys_of_account on keys (owner_id);
create index shares_of_key on shares (key_id);
create index shares_with_person on shares (recipient_id) where recipient_id is not null;
create index shares_with_any_group on shares (group_id) where group_id is not null;
create index shares_with_program on shares (service_account_id) where service_account_id is not null;
create index code_takes_of_key on code_takes (key_id);
create index recovery_codes_of_account on recovery_codes (user_id);
create index activity_of_actor on activity (actor_id) where actor_id is not null;
create index account_deletions_by on account_deletions (deleted_by) where deleted_by is not null;
create index backup_codes_used_by on backup_codes (used_by) where used_by is not null;
create index email_decisions_of_user on email_decisions (user_id) where user_id is not null;
create index email_logs_of_user on email_logs (user_id) where user_id is not null;
create index email_suppressions_by on email_suppressions (created_by) where created_by is not null;
create index guess_counters_of_user on guess_counters (user_id);
create index hands_by on hands (by_id) where by_id is not null;
create index one_time_links_by on one_time_links (created_by) where created_by is not null;
create index requests_asked_by on requests (asker_id) where asker_id is not null;
create index requests_decided_by on requests (decided_by_id) where decided_by_id is not null;
create index shares_granted_by on shares (granted_by) where granted_by is not null;

-- The log of e-mails keeps what it wrote: a mapping or a provider that is gone is named by its id. An index for each would be written with every e-mail.
alter table email_logs drop constraint email_logs_mapping_id_fkey;
alter table email_logs drop constraint email_logs_preferred_provider_id_fkey;
alter table email_logs drop constraint email_logs_provider_id_fkey;
alter table email_attempts drop constraint email_attempts_provider_id_fkey;

-- Rows whose time is over are found by an index every hour, not by reading the table.
create index hands_by_time on hands (happened_at);
create index requests_by_time on requests (created_at);
