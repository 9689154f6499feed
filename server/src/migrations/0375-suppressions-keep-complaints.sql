-- expand from 0.1.0
-- A bounce takes the place of a complaint, and other reasons stay when a complaint comes: that there was one is kept beside the reason.
alter table email_suppressions add column complained_at timestamptz;

-- `created_at` is the time that an imported file says. What waits in the queue is held back by when the entry came onto this list.
alter table email_suppressions add column listed_at timestamptz;
update email_suppressions set listed_at = created_at;
alter table email_suppressions alter column listed_at set default now(), alter column listed_at set not null;
