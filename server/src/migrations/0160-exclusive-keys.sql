-- expand from 0.1.0
-- Codes of such a key are only taken: no list shows them.
alter table keys add column is_exclusive boolean not null default false;
