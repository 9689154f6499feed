-- Reviews of access: whoever owns keys says who still needs them, and what nobody confirmed by a date ends.
create table reviews (
  id uuid primary key,
  -- Whose keys it is about; null: everybody's, started by an administrator.
  owner_id uuid references users (id) on delete cascade,
  started_by uuid references users (id) on delete set null,
  starter_name text not null,
  scope text not null check (scope in ('all', 'tag', 'group', 'outside')),
  tag text,
  group_id uuid,
  group_name text,
  domains text[] not null default '{}',
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- `starting`: what is in question is still being collected. `ending`: answers are over, and what is not confirmed is being ended.
  state text not null check (state in ('starting', 'open', 'ending', 'ended', 'withdrawn')),
  closed_at timestamptz,
  -- Owners are told in rounds: of the start, of what is left, of the end. Each owner has the number of the last round they were told of.
  round int not null default 0,
  -- The last round that every owner was told of.
  told_round int not null default 0,
  telling text not null default 'started' check (telling in ('started', 'reminder', 'ended')),
  reminded_at timestamptz,
  -- Days before the end that the last reminder by the clock was for.
  reminded_days int
);
create index reviews_under_way on reviews (due_at) where state in ('starting', 'open', 'ending');
create index reviews_of_owner on reviews (owner_id) where owner_id is not null;
create index reviews_started_by on reviews (started_by) where started_by is not null;
create index reviews_by_time on reviews (created_at, id);

-- What is in question: a share of a key, with a person or a group, or a membership of a group. The id is that of the share or the membership.
create table review_items (
  review_id uuid not null references reviews (id) on delete cascade,
  id uuid not null,
  key_id uuid references keys (id) on delete cascade,
  -- Of a membership, and of a share with a group.
  group_id uuid,
  is_member boolean not null,
  -- As it was when the review began.
  who text not null,
  level text,
  answer text check (answer in ('confirmed', 'revoked')),
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz,
  -- What an undone removal of a membership puts back.
  removed jsonb,
  -- Once the review is over. `gone`: it had ended by itself before. `left`: its owner is deactivated, and the leaver plan decides.
  outcome text check (outcome in ('confirmed', 'revoked', 'ended', 'gone', 'left')),
  primary key (review_id, id)
);
create index review_items_of_key on review_items (key_id) where key_id is not null;
create index review_items_of_group on review_items (group_id) where is_member and outcome is null;
create index review_items_answered_by on review_items (answered_by) where answered_by is not null;

create table review_owners (
  review_id uuid not null references reviews (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  round int not null default 0,
  primary key (review_id, user_id)
);
create index review_owners_of_user on review_owners (user_id);

/*
 * Each item with whom it is up to now. Whoever owns the key now answers, but an owner's own review is about their own keys only.
 * `is_there`: it has not ended since; an end that was set in advance is for the reader to compare.
 */
create view review_standing as
select items.review_id, items.id, items.key_id, items.group_id, items.is_member, items.who, items.level, items.answer, items.answered_at,
  items.removed, items.outcome, coalesce(reviews.owner_id, keys.owner_id) as owner_id, keys.name as about, shares.expires_at,
  shares.id is not null and shares.revoked_at is null and keys.deleted_at is null and (reviews.owner_id is null or reviews.owner_id = keys.owner_id) as is_there
from review_items items
join reviews on reviews.id = items.review_id
join keys on keys.id = items.key_id
left join shares on shares.id = items.id
where not items.is_member
union all
select items.review_id, items.id, items.key_id, items.group_id, items.is_member, items.who, items.level, items.answer, items.answered_at,
  items.removed, items.outcome, groups.owner_id, groups.name, null, members.id is not null
from review_items items
join groups on groups.id = items.group_id
left join group_members members on members.id = items.id
where items.is_member;
