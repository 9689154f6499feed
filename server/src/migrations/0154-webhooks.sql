/*
 * Who is told of what happens, by HTTPS. A delivery is written in the transaction of its cause, so it exists exactly when that happened, and is sent
 * until the receiver has it.
 */
create table webhook_endpoints (
  id uuid primary key,
  name text not null,
  url text not null,
  -- PEM, trusted instead of the public certificate authorities.
  ca text,
  event_types text[] not null check (cardinality(event_types) > 0),
  -- By a shared secret, or by a key of which receivers have the public half.
  signature text not null check (signature in ('v1', 'v1a')),
  secret bytea not null,
  -- The one before, which signs as well until then.
  former_secret bytea,
  former_until timestamptz,
  is_active boolean not null default true,
  -- `gone`: the receiver answered 410. `failing`: nothing arrived for five days.
  disabled_because text check (disabled_because in ('administrator', 'gone', 'failing')),
  failing_since timestamptz,
  created_at timestamptz not null,
  check (is_active = (disabled_because is null)),
  check ((former_secret is null) = (former_until is null))
);

create table webhook_deliveries (
  -- Also the id by which a receiver tells repetitions.
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries int4 not null default 0,
  -- What the receiver answered last; null: nothing.
  last_status int4,
  last_tried_at timestamptz,
  next_try_at timestamptz,
  -- One worker at a time.
  lease_until timestamptz,
  created_at timestamptz not null,
  check ((state = 'waiting') = (next_try_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'waiting';
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
