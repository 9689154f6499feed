-- expand from 0.1.0
-- For requests to hand all of a leaver's keys over, which take those that the newest plan has not decided about.
create view undecided_keys as
select keys.owner_id, keys.id, keys.name
from leaver_keys listed
join counted_keys keys on keys.id = listed.key_id
where listed.level = 'owner' and listed.decision is null and listed.plan_id = (
  select id from leaver_plans where user_id = keys.owner_id order by opened_at desc, id desc limit 1
);
