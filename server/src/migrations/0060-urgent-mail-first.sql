-- The order in which e-mail is claimed: what an account depends on first, then security, system and optional mail. The same order as
-- `eventClasses` in contract/src/event-definition.ts.
create function email_urgency(class text) returns integer language sql immutable parallel safe
  return case class when 'account' then 0 when 'security' then 1 when 'system' then 2 else 3 end;

drop index email_logs_due;
create index email_logs_due on email_logs (email_urgency(class), due_at, id) where queue = 'due';
