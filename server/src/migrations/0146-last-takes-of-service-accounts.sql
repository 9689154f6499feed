-- When a service account was last handed a code of a key, for whoever sees who has the key.
create index code_takes_handed on code_takes (service_account_id, key_id, over_at) where state = 'handed' and service_account_id is not null;

create view service_account_use as
select service_account_id, key_id, max(over_at) as last_taken_at
from code_takes
where state = 'handed' and service_account_id is not null
group by service_account_id, key_id;
