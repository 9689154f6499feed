-- expand from 0.1.0
-- Administrators look for what follows from one request.
create index audit_log_of_request on audit_log (caused_by) where caused_by is not null;
create index email_logs_of_request on email_logs (caused_by) where caused_by is not null;
