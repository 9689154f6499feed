-- Times in which only administrators work. Two that both stand cannot overlap, whoever sets them and from whichever node.
create table maintenance_windows (
  id uuid primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  message text not null,
  created_by uuid references users (id) on delete set null,
  -- As it was then.
  created_by_name text,
  created_at timestamptz not null,
  -- Called off before it began, or ended before its time.
  closed_at timestamptz,
  -- When the events about it were emitted: once each, by whichever node came first.
  start_told_at timestamptz,
  end_told_at timestamptz,
  check (ends_at > starts_at),
  exclude using gist (tstzrange(starts_at, ends_at) with &&) where (closed_at is null)
);

create index maintenance_windows_untold on maintenance_windows (starts_at) where end_told_at is null;

-- What the last health check found, so that a change is told once.
create table health_checks (
  name text primary key,
  status text not null check (status in ('healthy', 'warning', 'critical', 'unknown')),
  message text not null,
  -- Since when it is so.
  since timestamptz not null,
  checked_at timestamptz not null
);

-- What the release feed said last. One row.
create table release_feed (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  -- Of the last try that succeeded; null before the first.
  read_at timestamptz,
  version text,
  url text,
  title text,
  published_at timestamptz,
  -- Why the last try did not succeed.
  error text,
  -- The newest version that administrators were told of.
  told_version text
);
