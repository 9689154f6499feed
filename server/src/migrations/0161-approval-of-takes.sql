-- A person says yes before some programs are handed a code: where the share of the key says so, and of every token of an agent.
alter table code_takes
  drop column approval,
  drop constraint code_takes_state_check,
  add constraint code_takes_state_check check (
    state in ('queued', 'awaiting_approval', 'handed', 'timed_out', 'cancelled', 'abandoned', 'ended', 'unreadable', 'denied')
  ),
  -- Shown to whoever approves and by the program, so that both mean the same take.
  add column approval_number int2 check (approval_number between 10 and 99),
  -- Whoever made the token does not approve.
  add column four_eyes boolean not null default false,
  add column decided_by uuid references users (id) on delete set null,
  add column decided_at timestamptz,
  add check (state <> 'awaiting_approval' or (approval_number is not null and token_id is not null));
create index code_takes_awaiting_approval on code_takes (key_id) where state = 'awaiting_approval';
create index code_takes_of_decider on code_takes (decided_by) where decided_by is not null;

create trigger code_takes_tell_pages after insert on code_takes
  for each row when (new.state = 'awaiting_approval') execute function tell_pages('approval', 'key_id');
create trigger code_takes_tell_pages_of_decisions after update of state on code_takes
  for each row when (old.state = 'awaiting_approval') execute function tell_pages('approval', 'key_id');

-- Whether lists show the codes of a key is news for whoever looks at one.
drop trigger keys_tell_pages on keys;
create trigger keys_tell_pages
  after update of name, account, issuer, tags, note, kind, algorithm, digits, period, owner_id, deleted_at, is_exclusive on keys
  for each row execute function tell_pages('key', 'id');
