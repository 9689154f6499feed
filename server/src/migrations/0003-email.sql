-- Providers. Secrets are sealed ('provider' purpose); everything else of the configuration is plain, for the forms.
create table email_providers (
  id uuid primary key,
  name text not null,
  provider text not null check (provider in ('ses', 'smtp', 'zoho')),
  configuration jsonb not null,
  secret bytea,
  priority integer not null check (priority >= 1),
  daily_limit integer check (daily_limit >= 1),
  hourly_limit integer check (hourly_limit >= 1),
  is_active boolean not null default true,
  is_default boolean not null default false,
  -- Breaker: failures in a row, how long it opens next, and until when it is open.
  failures integer not null default 0,
  open_seconds integer not null default 60,
  open_until timestamptz,
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index email_providers_default on email_providers (is_default) where is_default;

-- What was reserved of a provider's quota, by window. A row per provider and window, taken under its lock.
create table email_quotas (
  provider_id uuid not null references email_providers (id) on delete cascade,
  scale text not null check (scale in ('hour', 'day')),
  starts_at timestamptz not null,
  used integer not null default 0,
  primary key (provider_id, scale, starts_at)
);

create table email_themes (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  description text,
  -- Every field of the customizer, as the contract defines it.
  design jsonb not null,
  layout_type text not null check (layout_type in ('standard', 'newsletter', 'card', 'minimal', 'magazine')),
  is_system boolean not null default false,
  is_public boolean not null default false,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table email_templates (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  category text not null,
  subject text not null,
  description text,
  html_content text not null,
  text_content text,
  is_active boolean not null default true,
  is_system boolean not null default false,
  -- Mail that an account depends on: may be edited, never disabled or deleted.
  is_essential boolean not null default false,
  -- Name → description.
  variables jsonb not null default '{}',
  theme_slug text references email_themes (slug) on update cascade on delete set null,
  provider_id uuid references email_providers (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table email_mappings (
  id uuid primary key,
  event_name text not null unique,
  template_slug text references email_templates (slug) on update cascade on delete set null,
  provider_id uuid references email_providers (id) on delete set null,
  is_active boolean not null default true,
  conditions jsonb not null default '{}',
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- What came of an event for one recipient: a mail, or a reason not to send one. Never changed.
create table email_decisions (
  id uuid primary key,
  event_id uuid not null,
  event_name text not null,
  mapping_id uuid references email_mappings (id) on delete set null,
  user_id uuid references users (id) on delete set null,
  recipient_email text not null,
  outcome text not null check (outcome in ('sent', 'not_sent')),
  reason text not null,
  -- Every condition that was looked at, in order, with its verdict.
  trace jsonb not null,
  decided_at timestamptz not null,
  -- The job may run twice; the decision is made once.
  unique (event_id, recipient_email)
);

create index email_decisions_cooldown on email_decisions (event_name, recipient_email, decided_at) where outcome = 'sent';
create index email_decisions_of_mapping on email_decisions (mapping_id, decided_at desc);

-- A mail. The row is the job: claimed with a lease, sent, finished.
create table email_logs (
  id uuid primary key,
  decision_id uuid references email_decisions (id) on delete set null,
  mapping_id uuid references email_mappings (id) on delete set null,
  template_slug text,
  template_name text,
  category text not null,
  class text not null check (class in ('security', 'account', 'optional', 'system')),
  event_name text,
  user_id uuid references users (id) on delete set null,
  recipient_email text not null,
  recipient_name text,
  subject text not null,
  -- Stays the same for every attempt and every provider.
  message_id text not null unique,
  -- Same key, same mail: a second one is not made.
  idempotency_key text unique,
  -- The mail as it will be sent, compressed and sealed ('mail' purpose); emptied once it is out.
  outgoing bytea,
  -- What administrators may look at: compressed and sealed, one-time links redacted.
  body bytea,
  preferred_provider_id uuid references email_providers (id) on delete set null,
  provider_id uuid references email_providers (id) on delete set null,
  provider_kind text,
  provider_message_id text,
  provider_response text,
  is_tracked boolean not null default false,
  queue text not null default 'due' check (queue in ('due', 'claimed', 'done', 'held')),
  due_at timestamptz not null,
  -- After this, what it says is no longer true (an expired link): it is not sent any more.
  useful_until timestamptz,
  attempts integer not null default 0,
  lease_until timestamptz,
  -- Counts claims: only the newest may finish the row.
  fence integer not null default 0,
  waiting_reason text,
  error_message text,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  failed_at timestamptz,
  unknown_at timestamptz
);

create index email_logs_due on email_logs (due_at, id) where queue = 'due';
create index email_logs_leases on email_logs (lease_until) where queue = 'claimed';
create index email_logs_newest on email_logs (created_at desc, id desc);
create index email_logs_recipient on email_logs (lower(recipient_email) text_pattern_ops, created_at desc);
create index email_logs_template on email_logs (template_slug, created_at desc);
create index email_logs_provider_message on email_logs (provider_message_id) where provider_message_id is not null;
create index email_logs_failed on email_logs (failed_at) where failed_at is not null;

-- One row for each try to hand a mail over.
create table email_attempts (
  id uuid primary key,
  log_id uuid not null references email_logs (id) on delete cascade,
  number integer not null,
  provider_id uuid references email_providers (id) on delete set null,
  provider_name text not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'provider_failed', 'deferred', 'unknown', 'interrupted')),
  code text,
  detail text,
  started_at timestamptz not null,
  finished_at timestamptz
);

create index email_attempts_of_log on email_attempts (log_id, number);

create table email_suppressions (
  id uuid primary key,
  -- Lower case.
  email text not null unique,
  reason text not null check (reason in ('bounce', 'complaint', 'manual', 'unsubscribe')),
  detail text,
  log_id uuid references email_logs (id) on delete set null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);

-- What people chose not to get, of the mail they may choose about.
create table email_preferences (
  user_id uuid not null references users (id) on delete cascade,
  event_name text not null,
  is_wanted boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, event_name)
);

-- What providers told us. A message of theirs counts once; one that comes before its mail is recorded waits.
create table email_feedback (
  id uuid primary key,
  source text not null check (source in ('ses', 'zeptomail', 'tracking')),
  source_id text not null,
  log_id uuid references email_logs (id) on delete cascade,
  reference text,
  kind text not null check (kind in ('delivered', 'opened', 'clicked', 'bounced', 'complained', 'delayed', 'failed')),
  is_automatic boolean not null default false,
  detail jsonb not null default '{}',
  happened_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  unique (source, source_id)
);

create index email_feedback_parked on email_feedback (reference) where applied_at is null;

-- One row: what the settings screen stores.
create table email_settings (
  id boolean primary key default true check (id),
  settings jsonb not null,
  updated_at timestamptz not null
);

-- Takes one mail out of a provider's hour and day, exactly, however many workers ask at once. 'ok', or the window that is full.
create function reserve_email_quota(provider uuid, hourly integer, daily integer, at timestamptz) returns text
language plpgsql as $$
declare
  this_day timestamptz := date_trunc('day', at, 'UTC');
  this_hour timestamptz := date_trunc('hour', at, 'UTC');
begin
  insert into email_quotas (provider_id, scale, starts_at, used) values (provider, 'day', this_day, 1)
  on conflict (provider_id, scale, starts_at) do update set used = email_quotas.used + 1
  where daily is null or email_quotas.used < daily;
  if not found then return 'day'; end if;
  insert into email_quotas (provider_id, scale, starts_at, used) values (provider, 'hour', this_hour, 1)
  on conflict (provider_id, scale, starts_at) do update set used = email_quotas.used + 1
  where hourly is null or email_quotas.used < hourly;
  if found then return 'ok'; end if;
  update email_quotas set used = used - 1 where provider_id = provider and scale = 'day' and starts_at = this_day;
  return 'hour';
end $$;

-- Gives back what was reserved for a mail that the provider did not take.
create function release_email_quota(provider uuid, at timestamptz) returns void
language sql as $$
  update email_quotas set used = greatest(0, used - 1)
  where provider_id = provider
    and ((scale = 'day' and starts_at = date_trunc('day', at, 'UTC')) or (scale = 'hour' and starts_at = date_trunc('hour', at, 'UTC')))
$$;
