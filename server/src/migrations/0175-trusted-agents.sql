-- expand from 0.1.0
-- Until when an agent's token takes codes of the keys that it is narrowed to without asking a person.
alter table access_tokens add column trusted_until timestamptz check (trusted_until is null or (is_agent and key_ids is not null));
