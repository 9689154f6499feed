-- Programs take codes as well: a service account with a token of its own, a person with one of theirs.
alter table code_takes
  add foreign key (service_account_id) references service_accounts (id) on delete cascade,
  add foreign key (token_id) references access_tokens (id) on delete cascade,
  -- Where the call came from.
  add column asked_from inet,
  -- What became of a token's take stands in the audit log.
  add column is_recorded boolean not null default false,
  add check (num_nonnulls(user_id, service_account_id) = 1),
  add check (service_account_id is null or token_id is not null);
create index code_takes_of_token on code_takes (token_id, asked_at) where token_id is not null;
create index code_takes_of_service_account on code_takes (service_account_id) where service_account_id is not null;
create index code_takes_to_record on code_takes (seq) where token_id is not null and not is_recorded;

-- A code that a service account was handed counts as copied, like that of a person.
alter table key_copies
  alter column user_id drop not null,
  add column service_account_id uuid references service_accounts (id) on delete cascade,
  add check (num_nonnulls(user_id, service_account_id) = 1);
create index key_copies_of_service_account on key_copies (service_account_id) where service_account_id is not null;

-- How many codes a token may take; null: as many as any token.
alter table access_tokens
  add column takes_per_minute int2 check (takes_per_minute > 0),
  add column takes_per_day int4 check (takes_per_day > 0);
