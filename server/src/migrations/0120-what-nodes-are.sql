-- What each node is, for administrators and for upgrades that wait until no older one is left. Empty: of a version before this.
alter table nodes add column version text not null default '';
alter table nodes add column roles text[] not null default '{}';
