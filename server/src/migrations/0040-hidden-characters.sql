/*
 * Names and addresses that were stored before hidden characters and links were refused in them.
 */

-- Where a hidden character was found. The health check looks at these rows again, and names those that still have it.
create table hidden_characters (
  place text not null check (place in (
    'user_name', 'user_email', 'pending_email', 'key', 'group', 'share', 'member', 'passkey', 'template', 'theme', 'provider', 'suppression'
  )),
  row_id uuid not null,
  primary key (place, row_id)
);

create function has_hidden_characters(text) returns boolean language sql immutable as $$
  select $1 ~ '[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u200B-\u200D\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFF8]'
$$;

-- In an address also what names may have, such as direction marks.
create function is_hidden_in_address(text) returns boolean language sql immutable as $$
  select has_hidden_characters($1) or $1 ~ '[\u061C\u180B-\u180F\u200E\u200F\uFE00-\uFE0F\uFFF9-\uFFFB]'
$$;

insert into hidden_characters (place, row_id)
select 'user_name', id from users where has_hidden_characters(name)
union all select 'user_email', id from users where is_hidden_in_address(email)
union all select 'pending_email', id from users where is_hidden_in_address(pending_email)
union all select 'key', id from keys
  where has_hidden_characters(name || ' ' || coalesce(issuer, '') || ' ' || coalesce(account, '') || ' ' || array_to_string(tags, ' '))
union all select 'group', id from groups where has_hidden_characters(name)
union all select 'share', id from shares where is_hidden_in_address(email) and revoked_at is null
union all select 'member', id from group_members where is_hidden_in_address(email)
union all select 'passkey', id from passkeys where has_hidden_characters(name)
union all select 'template', id from email_templates where has_hidden_characters(name)
union all select 'theme', id from email_themes where has_hidden_characters(name)
union all select 'provider', id from email_providers where has_hidden_characters(name)
union all select 'suppression', id from email_suppressions where is_hidden_in_address(email);

-- A sender is read with the rules of the form that saves it: with such a character in it no mail would leave any more.
create function shown(text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace($1, '[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u200B\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFF8]', '', 'g'),
    '(^|[\s!-/:-@{-~0-9])[\u200C\u200D]+|[\u200C\u200D]+($|[\s!-/:-@{-~0-9])', '\1\2', 'g')
$$;

create function shown_sender(jsonb) returns jsonb language sql immutable as $$
  select $1
    || case when $1 ? 'from_name' then jsonb_build_object('from_name', shown($1 ->> 'from_name')) else '{}' end
    || case when $1 ? 'from_email'
      then jsonb_build_object('from_email', regexp_replace(shown($1 ->> 'from_email'), '[\u061C\u200C-\u200F\uFE00-\uFE0F]', '', 'g'))
      else '{}' end
$$;

update email_providers set configuration = shown_sender(configuration)
where has_hidden_characters(configuration ->> 'from_name') or is_hidden_in_address(configuration ->> 'from_email');
update email_settings set settings = jsonb_set(settings, '{sender}', shown_sender(settings -> 'sender'))
where has_hidden_characters(settings #>> '{sender,from_name}') or is_hidden_in_address(settings #>> '{sender,from_email}');

drop function shown_sender(jsonb);
drop function shown(text);
drop function is_hidden_in_address(text);
drop function has_hidden_characters(text);
