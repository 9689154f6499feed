-- expand from 0.1.0
-- Where codes of a key may be filled: origins, or hosts below one.
alter table keys add column sites text[] not null default '{}';

drop trigger keys_tell_pages on keys;
create trigger keys_tell_pages
  after update of name, account, issuer, tags, note, kind, algorithm, digits, period, owner_id, deleted_at, is_exclusive, icon, sites on keys
  for each row execute function tell_pages('key', 'id');
