-- What became of a mail, in one word: the only place where it is derived. A function of which times are set, and every time is set once at
-- most, so that events that come late, twice or in another order lead to the same end:
-- a complaint or a bounce outweighs everything, since both say to write no more; after them the best proof of arrival counts;
-- a failure counts only where nothing says that the mail arrived (a try whose outcome was unknown may have succeeded after all).
alter table email_logs add column status text not null generated always as (
  case
    when complained_at is not null then 'complained'
    when bounced_at is not null then 'bounced'
    when clicked_at is not null then 'clicked'
    when opened_at is not null then 'opened'
    when delivered_at is not null then 'delivered'
    when failed_at is not null then 'failed'
    when sent_at is not null then 'sent'
    when unknown_at is not null then 'unknown'
    else 'pending'
  end
) stored check (status in ('complained', 'bounced', 'clicked', 'opened', 'delivered', 'failed', 'sent', 'unknown', 'pending'));

-- One index answers every list, filter and count of the log screen by itself, without touching the wide rows.
drop index email_logs_newest;
drop index email_logs_recipient;
create index email_logs_newest on email_logs (created_at desc, id desc) include (status, provider_kind, category, recipient_email, mapping_id);

-- A bounce that will come again: its address goes on the suppression list. Kept, because what arrives before its mail is applied later.
alter table email_feedback add column is_permanent boolean not null default false;
create index email_feedback_of_log on email_feedback (log_id, happened_at) where log_id is not null;
create index email_feedback_received on email_feedback (received_at);
create index email_suppressions_of_log on email_suppressions (log_id) where log_id is not null;

-- The nightly clean-up. A decision outlives its mail, so nothing has to follow when it goes; with the reference, every decision removed would
-- search all mails. Decisions are written in the order of time, which is all that this small index needs.
alter table email_logs drop constraint email_logs_decision_id_fkey;
create index email_decisions_age on email_decisions using brin (decided_at);
