/*
 * What the ledger of access asks of 1,000,000 users and 10,000,000 rows of usage (docs/decisions/0175): tags as rows in the order of keys, usage and
 * copies in the order they are shown with all that is asked of them, and how domains are spread, which the planner takes no statistics of an index for.
 */
create table key_tags (
  tag text not null,
  key_id uuid not null references keys (id) on delete cascade,
  primary key (tag, key_id)
);
create index key_tags_of_key on key_tags (key_id);
insert into key_tags (tag, key_id) select distinct unnest(tags), id from keys where deleted_at is null;

create function keep_key_tags() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from key_tags where key_id = new.id;
  end if;
  if new.deleted_at is null then
    insert into key_tags (tag, key_id) select distinct unnest(new.tags), new.id;
  end if;
  return null;
end $$;

create trigger tags_of_new_keys_are_kept after insert on keys for each row
when (cardinality(new.tags) > 0) execute function keep_key_tags();
create trigger tags_of_keys_are_kept after update of tags, deleted_at on keys for each row
when (old.tags is distinct from new.tags or (old.deleted_at is null) <> (new.deleted_at is null)) execute function keep_key_tags();

drop index keys_by_tag;

drop index key_usage_by_time;
create index key_usage_newest on key_usage (hour desc, key_id desc, user_id desc) include (first_shown_at);
drop index key_copies_by_time;
create index key_copies_newest on key_copies (copied_at desc, id desc) include (key_id, user_id);

create statistics users_domains on (split_part(email_normalized, '@', 2)) from users;

-- As before, but the keys that their owner added are found by the two indexes that there are.
create or replace view secret_knowledge as
select known.key_id, known.user_id, known.what, known.at,
  (select min(rotation.rotated_at) from secret_rotations rotation
    where rotation.key_id = known.key_id and rotation.rotated_at > known.at
      and (known.what <> 'backup_codes' or rotation.with_backup_codes)) as until
from (
  select key_id, user_id, what, shown_at as at from secret_showings
  union all
  select key_id, added_by, 'backup_codes', created_at from backup_codes where added_by is not null
  union all
  select id, added_by, 'added', created_at from keys where added_by is not null
  union all
  select id, owner_id, 'added', created_at from keys where added_by is null and deleted_at is null
  union all
  select id, owner_id, 'added', created_at from keys where added_by is null and deleted_at is not null
  union all
  select key_id, rotated_by, 'added', rotated_at from secret_rotations where rotated_by is not null
) known;

analyze users;
analyze key_tags;
