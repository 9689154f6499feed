-- expand from 0.1.0
alter table access_tokens
  drop constraint access_tokens_revoked_because_check,
  add constraint access_tokens_revoked_because_check
    check (revoked_because in ('owner', 'administrator', 'found', 'leaked', 'unused', 'denials', 'account', 'restored'));

/* Tokens of programs that open something, until when. A restore that replaces this database asks, and ends the others that its backup has. */
create function tokens_in_force(at timestamptz) returns table (token_hash bytea, expires_at timestamptz) language sql stable as $$
  select tokens.token_hash, tokens.expires_at from access_tokens tokens
  left join users on users.id = tokens.user_id
  left join service_accounts on service_accounts.id = tokens.service_account_id
  where tokens.kind in ('pat', 'svc') and tokens.revoked_at is null and tokens.expires_at > at
    and (users.id is null or (users.is_active and users.deleted_at is null and users.stopped_at is null))
    and service_accounts.suspended_at is null;
$$;

/*
 * After a restore from a backup: what opens the vault by being held ends, what waited for somebody's answer is over, and accounts that were closed
 * wait for as long as they still had to when the backup was made, since nobody could object meanwhile. Tokens by these hashes are valid until then:
 * the database that was replaced said so.
 */
create function end_what_was_restored(at timestamptz, backed_up timestamptz, hashes bytea[], ends timestamptz[])
returns table (ended_tokens int8, ended_requests int8, ended_offers int8, stopped_deliveries int8)
language plpgsql as $$
declare away interval := greatest(at - backed_up, interval '0');
begin
  update access_tokens tokens set expires_at = least(tokens.expires_at, kept.until)
  from unnest(hashes, ends) kept (hash, until) where tokens.token_hash = kept.hash;
  update access_tokens tokens set revoked_at = at, revoked_because = 'restored'
  where tokens.revoked_at is null and tokens.expires_at > at
    and not exists (select from unnest(hashes) kept (hash) where tokens.token_hash = kept.hash);
  get diagnostics ended_tokens = row_count;

  update requests set state = case state when 'waiting' then 'expired' else 'failed' end, decided_at = coalesce(decided_at, at), sealed = null,
    outcome = 'The installation was restored from a backup. Ask again if it is still needed.', outcome_said = '[{"code": "request.restored"}]'
  where state in ('waiting', 'approved', 'running', 'interrupted');
  get diagnostics ended_requests = row_count;

  delete from key_offers where expires_at > at;
  get diagnostics ended_offers = row_count;

  update webhook_deliveries set state = 'failed', next_try_at = null, lease_until = null where state = 'waiting';
  get diagnostics stopped_deliveries = row_count;

  update users set codes_closed_until = case when codes_closed_until > backed_up then codes_closed_until + away else codes_closed_until end,
    secrets_closed_until = case when secrets_closed_until > backed_up then secrets_closed_until + away else secrets_closed_until end
  where codes_closed_until > backed_up or secrets_closed_until > backed_up;

  -- A link by which somebody objects is no way in, and the e-mail with it has been sent.
  delete from one_time_links where purpose <> 'stop';
  update one_time_links set expires_at = expires_at + away where expires_at > backed_up;
  return next;
end $$;
