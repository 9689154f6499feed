/*
 * Cuts otpauth links out of names. A link holds the secret of a key; a paste could put one into a name, where it was stored in clear, shown
 * to everybody who has the key, and copied into whatever names the key. What stands behind a link goes with it: where it ends is not known.
 */

-- Each letter plain, full-width or as an escape, with anything in between that is not seen.
create function key_link_pattern() returns text language sql immutable as $$
  with letters as (
    select word, string_agg(
      format('(?:%s|%s|%s|%%(?:25)*(?:%s|%s))', letter, chr(ascii(letter) + 65248), chr(ascii(upper(letter)) + 65248),
        to_hex(ascii(letter)), to_hex(ascii(upper(letter)))),
      '[\s\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]*' order by position) as pattern
    from (values ('otpauth'), ('migration')) words (word), regexp_split_to_table(word, '') with ordinality as split (letter, position)
    group by word
  ), gap as (select '[\s\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]*' as gap)
  select (select pattern from letters where word = 'otpauth') || gap
    || '(?:(?:-|\uFF0D|%(?:25)*2d)' || gap || (select pattern from letters where word = 'migration') || gap || ')?'
    || '(?::|\uFF1A|\uFE55|\uFE13|%(?:25)*(?:3a|ef%(?:25)*bc%(?:25)*9a))'
  from gap
$$;

create function has_key_link(text) returns boolean language sql immutable as $$
  -- The long pattern only for what could be another spelling: tables of activity and mail may have millions of rows.
  select $1 ~* 'otpauth(-migration)?:' or ($1 ~ '[%\u00AD\u200B-\u206F\uFE00-\uFFEF]' and $1 ~* key_link_pattern())
$$;

-- Null where nothing is left.
create function without_key_link(text) returns text language sql immutable as $$
  select nullif(btrim(regexp_replace($1, key_link_pattern() || '.*$', '', 'i'), E' \t\r\n-:,;|'), '')
$$;

-- Of a document, in which a text ends with its quotation mark.
create function without_key_links(jsonb) returns jsonb language sql immutable as $$
  select regexp_replace($1::text, key_link_pattern() || '(?:[^"\\]|\\.)*', '[link removed]', 'gi')::jsonb
$$;

create temporary table found_links on commit drop as
select id, owner_id,
  left(coalesce(
    without_key_link(name),
    -- What the link itself calls the key.
    substring(name from '(?i)otpauth://[a-z]+/([^?%&=/:]{1,100}(?::[^?%&=/:]{1,100})?)[?]'),
    without_key_link(issuer),
    without_key_link(account),
    'Unnamed key'
  ), 255) as name,
  without_key_link(issuer) as issuer,
  without_key_link(account) as account,
  array(select tag from unnest(tags) with ordinality as each_tag (tag, position) where not has_key_link(tag) order by position) as tags
from keys
where has_key_link(name) or has_key_link(issuer) or has_key_link(account) or has_key_link(array_to_string(tags, E'\n'));

update keys set name = found.name, issuer = found.issuer, account = found.account, tags = found.tags, updated_at = now()
from found_links found where found.id = keys.id;

update users set name = coalesce(without_key_link(name), 'New user') where has_key_link(name);
update groups set name = coalesce(without_key_link(name), 'Unnamed group') where has_key_link(name);
update passkeys set name = coalesce(without_key_link(name), 'Passkey') where has_key_link(name);
update email_templates set name = coalesce(without_key_link(name), 'Unnamed template') where has_key_link(name);
update email_themes set name = coalesce(without_key_link(name), 'Unnamed theme') where has_key_link(name);
update email_providers set name = coalesce(without_key_link(name), 'Unnamed provider') where has_key_link(name);

-- Copies of the names.
update leaver_keys set name = coalesce(without_key_link(name), 'Unnamed key') where has_key_link(name);
update activity set detail = without_key_links(detail) where has_key_link(detail::text);
update activity set actor_name = without_key_link(actor_name) where has_key_link(actor_name);
update email_logs set subject = coalesce(without_key_link(subject), '[link removed]') where has_key_link(subject);
update email_logs set recipient_name = without_key_link(recipient_name) where has_key_link(recipient_name);
update email_decisions set trace = without_key_links(trace) where has_key_link(trace::text);
update notifications set title = coalesce(without_key_link(title), '[link removed]'), message = coalesce(without_key_link(message), '[link removed]')
where has_key_link(title) or has_key_link(message);

-- The audit log is never changed, but for a secret that must not stay in it. What was done stands in the log itself.
do $$
declare
  changed integer;
begin
  if not exists (
    select from audit_log where has_key_link(coalesce(before::text, '') || coalesce(after::text, '') || coalesce(target_name, '') || coalesce(actor_name, ''))
  ) then
    return;
  end if;
  execute format('grant update on audit_log to %I', current_user);
  alter table audit_log disable trigger audit_log_is_append_only;
  update audit_log set before = without_key_links(before), after = without_key_links(after),
    target_name = without_key_link(target_name), actor_name = without_key_link(actor_name)
  where has_key_link(coalesce(before::text, '') || coalesce(after::text, '') || coalesce(target_name, '') || coalesce(actor_name, ''));
  get diagnostics changed = row_count;
  alter table audit_log enable trigger audit_log_is_append_only;
  execute format('revoke update on audit_log from %I', current_user);
  insert into audit_log (id, happened_at, action, after)
  values (gen_random_uuid(), now(), 'system.links_removed', jsonb_build_object('entries', changed));
end $$;

-- Tells the owners, in their activity and on their dashboard until they have read it.
insert into activity (id, user_id, kind, detail, happened_at)
select gen_random_uuid(), owner_id, 'key_link_removed', jsonb_build_object('name', name), now() from found_links;

create table removed_links (
  key_id uuid primary key references keys (id) on delete cascade,
  removed_at timestamptz not null
);

insert into removed_links (key_id, removed_at) select id, now() from found_links;

drop function without_key_links(jsonb);
drop function without_key_link(text);
drop function has_key_link(text);
drop function key_link_pattern();
