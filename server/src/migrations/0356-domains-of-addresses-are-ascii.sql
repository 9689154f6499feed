-- expand from 0.1.0
-- The domain of an address is stored in ASCII (docs/decisions/0381). Those from before are turned into that form here. One that somebody else has already
-- stays as it is, as do domains in scripts left out below: sign-in also looks for an address as it was typed.

-- RFC 3492.
create function punycode(label text) returns text language plpgsql as $$
declare
  points int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as letters (letter, place) order by place);
  encoded text := coalesce((select string_agg(chr(point), '' order by place)
    from unnest(points) with ordinality as basic (point, place) where point < 128), '');
  basics int := length(encoded);
  handled int := basics;
  reached int := 128;
  lowest int;
  delta int := 0;
  bias int := 72;
  rest int;
  step int;
  threshold int;
  point int;
begin
  if basics > 0 then encoded := encoded || '-'; end if;
  while handled < cardinality(points) loop
    lowest := (select min(one) from unnest(points) one where one >= reached);
    delta := delta + (lowest - reached) * (handled + 1);
    reached := lowest;
    foreach point in array points loop
      if point < reached then delta := delta + 1; end if;
      continue when point <> reached;
      rest := delta;
      step := 36;
      loop
        threshold := greatest(1, least(26, step - bias));
        exit when rest < threshold;
        encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + threshold + (rest - threshold) % (36 - threshold), 1);
        rest := (rest - threshold) / (36 - threshold);
        step := step + 36;
      end loop;
      encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + rest, 1);
      delta := case handled when basics then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    reached := reached + 1;
  end loop;
  return 'xn--' || encoded;
end $$;

-- The address with its domain in ASCII; null where that cannot be said for sure.
create function with_ascii_domain(address text) returns text language plpgsql as $$
declare
  typed text := lower(substring(address from '[^@]*$'));
  domain text := replace(normalize(typed, NFKC), U&'\3002', '.');
  label text;
  labels text[] := '{}';
begin
  -- Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, kana, Chinese, Hangul, and letters, digits and stops of full width.
  if typed !~ '^[a-z0-9.\u00df-\u00f6\u00f8-\u024f\u03ac-\u03ce\u0430-\u045f\u05d0-\u05ea\u0620-\u063f\u0641-\u064a\u0900-\u097f\u0e01-\u0e3a\u0e40-\u0e4e\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3\u3002\uff0d\uff0e\uff10-\uff19\uff41-\uff5a\uff61-]+$'
    then return null; end if;
  foreach label in array string_to_array(domain, '.') loop
    if label ~ '[^a-z0-9-]' then
      if label ~ '[\u00b7\u02bc]' or label ~ '^-|-$|^..--' then return null; end if;
      -- A mark of its own, and what is written from right to left beside something else.
      if label ~ '^[\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]'
        or label ~ '[\u05d0-\u05ea\u0620-\u064a]' and (label !~ '^[\u05d0-\u05ea\u0620-\u064a]+$' or domain ~ '(^|\.)[0-9]')
        then return null; end if;
      label := punycode(label);
    end if;
    if length(label) not between 1 and 63 then return null; end if;
    labels := labels || label;
  end loop;
  return substring(address from '^.*@') || array_to_string(labels, '.');
end $$;

do $$
declare
  place record;
  found record;
begin
  -- PostgreSQL composes and numbers characters in this encoding only.
  if getdatabaseencoding() <> 'UTF8' then return; end if;
  for place in
    select * from (values
      (1, 'users', 'email_normalized', 'created_at'), (1, 'users', 'pending_email_normalized', 'created_at'),
      (1, 'shares', 'email_normalized', 'created_at'), (1, 'group_members', 'email_normalized', 'added_at'),
      (1, 'key_offers', 'email_normalized', 'created_at'), (1, 'share_contacts', 'email_normalized', 'since'),
      (1, 'share_mails', 'email_normalized', 'sent_at'), (1, 'share_history', 'email_normalized', 'since'),
      (1, 'membership_history', 'email_normalized', 'since'), (1, 'memberships_ended_with_account', 'email_normalized', 'added_at'),
      (1, 'one_time_links', 'email', 'created_at'), (1, 'email_suppressions', 'email', 'created_at'),
      -- As they were typed, where the one to compare with was changed.
      (2, 'users', 'email', 'email_normalized'), (2, 'users', 'pending_email', 'pending_email_normalized'), (2, 'shares', 'email', 'email_normalized'),
      (2, 'group_members', 'email', 'email_normalized'), (2, 'key_offers', 'email', 'email_normalized'),
      (2, 'memberships_ended_with_account', 'email', 'email_normalized')
    ) as places (turn, in_table, in_column, beside) order by turn
  loop
    for found in execute format(
      'select ctid, with_ascii_domain(%1$I) as changed, %3$I::text as beside from %2$I
        where octet_length(%1$I) > char_length(%1$I) and with_ascii_domain(%1$I) <> %1$I order by %3$I',
      place.in_column, place.in_table, place.beside)
    loop
      continue when place.turn = 2 and substring(found.changed from '[^@]*$') <> substring(found.beside from '[^@]*$');
      begin
        execute format('update %I set %I = $1 where ctid = $2', place.in_table, place.in_column) using found.changed, found.ctid;
      exception when unique_violation then null;
      end;
    end loop;
  end loop;
end $$;

drop function with_ascii_domain;
drop function punycode;
