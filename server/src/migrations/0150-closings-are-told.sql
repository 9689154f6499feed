-- For whoever watches that the person of a closed account could be told: which mails about it were taken by a provider and did not come back.
create view closing_mails as
select lower(recipient_email) as email, sent_at
from email_logs
where event_name = 'user.account.closed' and sent_at is not null and bounced_at is null;

create index email_logs_closings on email_logs (lower(recipient_email), sent_at) where event_name = 'user.account.closed';
create index users_codes_closed on users (codes_closed_until) where codes_closed_until is not null;
create index one_time_links_stops on one_time_links (user_id, created_at) where purpose = 'stop';
