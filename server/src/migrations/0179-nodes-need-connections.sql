-- expand from 0.1.0
-- How many sessions of the database each node may take. 0: of a version that did not say, or all of them belong to a pooler.
alter table nodes add column connections integer not null default 0;
