-- expand from 0.1.0
-- E-mail and decisions about a person who is removed are those of the account, and those to its addresses that no account had.
create index email_logs_of_address on email_logs (recipient_email) where user_id is null;
create index email_decisions_of_address on email_decisions (recipient_email) where user_id is null;

-- E-mail that waits for a provider which is looked at or deleted.
create index email_logs_waiting_for on email_logs (preferred_provider_id) where queue <> 'done' and preferred_provider_id is not null;
