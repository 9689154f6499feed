-- expand from 0.1.0
-- Whether administrators were notified of the trouble that a health check last found: only then are they told that it is over. What is not set up yet
-- is never announced. Of trouble of before this column it is not known; good news without bad news does less harm than the reverse.
alter table health_checks add column is_announced boolean not null default false;
update health_checks set is_announced = true where status in ('warning', 'critical');
