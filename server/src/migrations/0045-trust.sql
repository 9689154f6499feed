-- What somebody other than its person did that could let them in: to an account, or without one to the installation, which carries the
-- e-mail that accounts are recovered by. Written with the act, from the audit log's words, and read by the noun `trust` only.
create table hands (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  kind text not null,
  by_id uuid references users (id) on delete set null,
  by_name text,
  happened_at timestamptz not null
);

create index hands_of_user on hands (user_id, happened_at) where user_id is not null;
create index hands_on_the_installation on hands (happened_at) where user_id is null;

alter table users
  -- After a hand, until a proof: no codes, either.
  add column codes_closed_until timestamptz,
  -- The address was proven by a link that somebody else may have had, while shares waited for it: they go on waiting.
  add column address_in_doubt boolean not null default false;

alter table one_time_links
  -- An administrator had it on the screen, to hand it over.
  add column is_handed_over boolean not null default false;

-- Administrators' invitations did not say how they went out, so the open ones count as handed over.
update one_time_links set is_handed_over = true
where created_by is not null
  and (purpose = 'reset_password' or (purpose = 'invite' and created_by in (select id from users where role = 'admin')));

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check
  check (purpose in ('verify_email', 'change_email', 'reset_password', 'invite', 'second_step', 'new_pin'));
