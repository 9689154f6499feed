-- expand from 0.1.0
-- Any part of a subject or an address is found without reading the rows of the whole log. Subjects may be longer than an entry of `email_logs_newest`.
create index email_logs_texts on email_logs using gin (plain_text(subject) gin_trgm_ops, plain_text(recipient_email) gin_trgm_ops);
