-- expand from 0.1.0
-- Percent of the time since a node last announced itself in which its event loop was busy. Null: it does not say, or has just started.
alter table nodes add column load_percent smallint;
