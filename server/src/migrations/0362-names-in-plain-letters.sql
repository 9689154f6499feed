-- expand from 0.1.0
-- Names are searched and ordered without case and accents (docs/decisions/0383), by the rule that `plainText` of the contract is. Not by a collation: its
-- order changes with the libraries of the system, and indexes break in silence. Callers are in ASCII most of the time, for which it is `lower`.
do $$ begin
  -- PostgreSQL takes characters apart in this encoding only.
  if getdatabaseencoding() <> 'UTF8' then
    create function plain_text(text) returns text language sql immutable parallel safe return lower($1);
    return;
  end if;
  execute $function$
    create function plain_text(text) returns text language sql immutable parallel safe return
      case when octet_length($1) = char_length($1) then lower($1)
      else replace(replace(replace(replace(
        translate(
          lower(regexp_replace(normalize($1, NFKD),
            '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f]+',
            '', 'g')),
          U&'\0142\00f8\0111\00f0\0127\0167\0131\03c2', U&'loddhti\03c3'),
        U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'), U&'\00fe', 'th')
      end
  $function$;
end $$;

create index users_by_plain_name on users (plain_text(name), id) include (name) where deleted_at is null;
create index keys_plain_search on keys using gin (plain_text(name) gin_trgm_ops) where deleted_at is null;
drop index users_by_name;
drop index keys_search;
-- People are searched in user_texts alone.
drop index users_search;

create or replace function keep_user_texts() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  insert into user_texts (user_id, name, text, is_deleted)
  values (new.id, plain_text(new.name), plain_text(new.name || E'\n' || new.email), new.deleted_at is not null)
  on conflict (user_id) do update set name = excluded.name, text = excluded.text, is_deleted = excluded.is_deleted;
  return null;
end $$;
do $$ begin
  execute format('alter function keep_user_texts() set search_path = %I, pg_temp', current_schema());
end $$;

update user_texts set name = plain_text(users.name), text = plain_text(users.name || E'\n' || users.email)
from users where users.id = user_texts.user_id and octet_length(text) > char_length(text);
