-- Every order of the list of users, also from its end, without sorting all of them. Names are included, so that choosing a page reads
-- nothing but the index.
drop index users_by_name;
create index users_by_name on users (lower(name), id) include (name) where deleted_at is null;
create index users_by_role on users (role, id) where deleted_at is null;
create index users_by_status on users (is_active, id) where deleted_at is null;
create index users_first_login on users (last_login_at, id) where deleted_at is null;

-- Few mails bounce: where most rows have no time, the small index over all times is not used.
create index email_logs_bounced on email_logs (bounced_at) where bounced_at is not null;
