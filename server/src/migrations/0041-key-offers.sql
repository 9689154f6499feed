-- Ownership of a key, offered to an address. It changes hands only when whoever is behind the address accepts.
create table key_offers (
  id uuid primary key,
  -- A key is offered to one address at a time.
  key_id uuid not null unique references keys (id) on delete cascade,
  -- Who offered it. Without effect once somebody else owns the key.
  owner_id uuid not null references users (id) on delete cascade,
  -- Null until somebody has proven the address.
  recipient_id uuid references users (id) on delete cascade,
  -- As the owner typed it.
  email text not null,
  email_normalized text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index key_offers_by on key_offers (owner_id);
create index key_offers_to on key_offers (recipient_id);
create index key_offers_waiting on key_offers (email_normalized) where recipient_id is null;
create index key_offers_ending on key_offers (expires_at);
