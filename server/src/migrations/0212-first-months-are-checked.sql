-- expand from 0.1.0
-- Reads each table once and lets everybody write meanwhile.
alter table key_usage validate constraint key_usage_before_months;
alter table activity validate constraint activity_before_months;
