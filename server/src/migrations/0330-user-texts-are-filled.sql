-- expand from 0.1.0
-- Those of people who were there before the triggers of 0329. What a trigger wrote meanwhile is newer.
insert into user_texts (user_id, name, text, is_deleted)
select id, lower(name), lower(name || E'\n' || email), deleted_at is not null from users
on conflict (user_id) do nothing;

-- Somebody who was removed for good meanwhile.
delete from user_texts where not exists (select from users where users.id = user_texts.user_id);
