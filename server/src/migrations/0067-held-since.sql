-- When a restore held the mail back: what an administrator sees and decides about is told apart from what another restore holds back later.
alter table email_logs add column held_at timestamptz;
