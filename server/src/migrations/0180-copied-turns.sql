-- expand from 0.1.0
-- A reserved code that somebody copied is used. Giving the turn back would free its window for a program.
alter table code_leases add column is_copied boolean not null default false;
