-- expand from 0.1.0
-- How far each digest has been sent: to everybody up to the person `after`.
create table digests (
  kind text not null check (kind in ('digest.weekly', 'digest.monthly', 'digest.security')),
  begins date not null,
  after uuid not null,
  is_done boolean not null default false,
  primary key (kind, begins)
);
