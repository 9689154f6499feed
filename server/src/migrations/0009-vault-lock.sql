alter table sessions
  -- When its person last did something, as opposed to their screen.
  add column active_at timestamptz,
  -- Locked by hand, or by a screen that nobody touched, until the PIN is right.
  add column locked_at timestamptz;

update sessions set active_at = seen_at;

alter table sessions alter column active_at set not null;
