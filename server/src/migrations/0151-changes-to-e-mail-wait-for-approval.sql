-- A change of the way that e-mail takes, made while another administrator could have agreed, counts until one has: not only for the waiting time,
-- after which whoever made it could read every link that is mailed. Those from before were made under the other rule.
alter table hands add column needs_approval boolean not null default false;
create index hands_to_approve on hands (happened_at) where user_id is null and needs_approval and approved_at is null;
