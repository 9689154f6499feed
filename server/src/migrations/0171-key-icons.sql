-- expand from 0.1.0
-- A picture of a key's own, in place of its issuer's mark.
create table key_icons (
  key_id uuid primary key references keys (id) on delete cascade,
  -- PNG, written by the server from the pixels of what was uploaded.
  picture bytea not null check (octet_length(picture) <= 65536),
  changed_at timestamptz not null
);

-- Which picture it is, as lists say it; null: none.
alter table keys add column icon text;

drop trigger keys_tell_pages on keys;
create trigger keys_tell_pages
  after update of name, account, issuer, tags, note, kind, algorithm, digits, period, owner_id, deleted_at, is_exclusive, icon on keys
  for each row execute function tell_pages('key', 'id');
