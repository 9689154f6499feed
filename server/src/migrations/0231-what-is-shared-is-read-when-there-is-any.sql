-- expand from 0.1.0
/*
 * Parts of the statements that every page asks again and again. PostgreSQL prepares each join of a statement before it runs, whether or not there is
 * anything to join; what stands in a function of its own is prepared when it is called (decision 0231). Who may see what still stands in the views.
 */

-- Keys that others share with a person now.
create function keys_shared_with(person uuid, at timestamptz) returns uuid[] language sql stable as $$
  select array_agg(distinct key_id) from key_access where user_id = person and level <> 'owner' and (expires_at is null or expires_at > at)
$$;

-- By which ways each of them comes: the key, what it allows, whose it is, until when, through which group and its name; sorted by the group's name.
create function ways_to_shared_keys(person uuid, at timestamptz) returns json language sql stable as $$
  select json_agg(
    json_build_array(ways.key_id, ways.permission, ways.owner_name, ways.expires_at, ways.group_id, groups.name, ways.created_at)
    order by groups.name, groups.id, ways.created_at)
  from live_shares ways
  left join groups on groups.id = ways.group_id
  where ways.recipient_id = person and (ways.expires_at is null or ways.expires_at > at)
$$;

-- How many people and addresses have each of a person's keys.
create function holders_of_keys(owner uuid, at timestamptz) returns json language sql stable as $$
  select json_agg(json_build_array(key_id, people)) from (
    select key_id, count(distinct person) as people from granted_shares
    where owner_id = owner and deleted_at is null and (expires_at is null or expires_at > at) and recipient_id is distinct from owner_id
    group by key_id
  ) holders
$$;

-- Which of a person's groups have which keys, by the group's name.
create function groups_of_keys(owner uuid, at timestamptz) returns json language sql stable as $$
  select json_agg(json_build_array(shares.key_id, groups.id, groups.name) order by groups.name, groups.id)
  from groups
  join shares on shares.group_id = groups.id and shares.revoked_at is null and (shares.expires_at is null or shares.expires_at > at)
  where groups.owner_id = owner
$$;

-- Who else copied codes of these keys since a time, the first one first.
create function copies_of_others(key_ids uuid[], person uuid, since timestamptz) returns json language sql stable as $$
  select json_agg(json_build_array(copies.key_id, copies.time_window, coalesce(takers.name, accounts.name), copies.copied_at) order by copies.copied_at)
  from key_copies copies
  left join users takers on takers.id = copies.user_id
  left join service_accounts accounts on accounts.id = copies.service_account_id
  where copies.key_id = any(key_ids) and copies.copied_at > since and copies.user_id is distinct from person
$$;

-- Who reserved codes of these keys since a time, by window.
create function turns_on_keys(key_ids uuid[], person uuid, since timestamptz) returns json language sql stable as $$
  select json_agg(json_build_array(leases.key_id, leases.time_window, takers.name, takers.id = person) order by leases.time_window)
  from keys
  join code_leases leases on leases.key_id = keys.id and leases.generation = keys.generation and leases.kind = 'turn' and leases.leased_at > since
  join users takers on takers.id = leases.user_id
  where keys.id = any(key_ids)
$$;
