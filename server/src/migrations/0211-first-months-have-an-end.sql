-- expand from 0.1.0
-- Usage and activity get a table for each month. What is there becomes the first of them as it is: a check, which the next migration validates beside
-- the nodes that serve, says up to when its rows go. That is at least a week away, since nodes go on writing.
do $$
declare
  tables record;
  newest timestamptz;
  ends timestamptz;
begin
  for tables in select * from (values ('key_usage', 'hour'), ('activity', 'happened_at')) as monthly (name, at) loop
    execute format('select max(%I) from %I', tables.at, tables.name) into newest;
    if newest is null and not exists (select from users) then
      ends := date_trunc('month', now(), 'UTC');
    else
      ends := (date_trunc('month', greatest(now() + interval '7 days', newest) at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    end if;
    execute format('alter table %I add constraint %I check (%I < %L) not valid', tables.name, tables.name || '_before_months', tables.at, ends);
  end loop;
end $$;
