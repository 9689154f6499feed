-- expand from 0.1.0
-- Whose account ever had a key that somebody else could reach in it: its own, shared with it or through a group, offered to it, or one whose codes the
-- service accounts of its group take. Asked for one person at a time.
create view had_keys as
select owner_id as user_id from keys
union all
select recipient_id from shares where recipient_id is not null
union all
select user_id from group_members
union all
select user_id from key_usage
union all
select recipient_id from key_offers where recipient_id is not null
union all
select groups.owner_id from groups join service_accounts accounts on accounts.group_id = groups.id;
