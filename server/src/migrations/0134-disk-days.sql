-- The least that was free on the disk of a data folder on each day, from which follows when it is full.
create table disk_days (
  node_id uuid not null,
  day date not null,
  free int8 not null,
  primary key (node_id, day)
);
