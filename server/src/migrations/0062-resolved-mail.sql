-- What an administrator decided about a mail whose outcome nobody knows. Once at most.
alter table email_logs
  add column resolution text check (resolution in ('delivered', 'sent_again')),
  add column resolved_at timestamptz,
  add check ((resolution is null) = (resolved_at is null));
