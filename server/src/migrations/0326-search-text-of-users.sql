-- expand from 0.1.0
-- What users are found by, written down once: to lower the case of every name and address took most of the time of a search that reads all of them.
-- The line break keeps what ends the one and begins the other from being found together. The table is rewritten: 14 s for 200,000 users on a busy machine.
alter table users add column search_text text not null generated always as (lower(name || E'\n' || email)) stored;
create index users_by_search_text on users using gin (search_text gin_trgm_ops) where deleted_at is null;
drop index users_search;
