-- expand from 0.1.0
/*
 * What people are searched in and put in order by, in small rows of their own: a search looks at hundreds, and shows 25 of the wide rows of users. Kept
 * by the database with every write, also those of older versions. Deleted people stay among them, so that a row which somebody wrote is never
 * missing where the table is filled for the others (0330).
 */
create table user_texts (
  user_id uuid primary key,
  name text not null,
  text text not null,
  is_deleted boolean not null
);
create index user_texts_search on user_texts using gin (text gin_trgm_ops) where not is_deleted;

-- Nobody may write these rows by themselves, and whoever writes users may not have been given this table yet.
create function keep_user_texts() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  insert into user_texts (user_id, name, text, is_deleted)
  values (new.id, lower(new.name), lower(new.name || E'\n' || new.email), new.deleted_at is not null)
  on conflict (user_id) do update set name = excluded.name, text = excluded.text, is_deleted = excluded.is_deleted;
  return null;
end $$;

create function drop_user_texts() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  delete from user_texts where user_id = old.id;
  return null;
end $$;

create trigger user_texts_are_kept after update of name, email, deleted_at on users
for each row when ((old.name, old.email, old.deleted_at) is distinct from (new.name, new.email, new.deleted_at)) execute function keep_user_texts();
create trigger user_texts_begin after insert on users for each row execute function keep_user_texts();
create trigger user_texts_end after delete on users for each row execute function drop_user_texts();
