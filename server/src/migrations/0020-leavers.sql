-- Who has had the secret of a key, without it ever being shown: whoever added it. Null: its present owner. Refers to nothing, so that
-- it outlives the person.
alter table keys add column added_by uuid;
alter table backup_codes add column added_by uuid;
create index keys_added_by on keys (added_by) where added_by is not null;
create index backup_codes_added_by on backup_codes (added_by) where added_by is not null;

/*
 * What becomes of the keys of somebody who has left, and which secrets have to be renewed because they had them. A person and a key may be
 * gone while the list still has to be worked off, so it refers to neither; names of people are looked up, and go with them.
 */
create table leaver_plans (
  id uuid primary key,
  user_id uuid not null,
  opened_at timestamptz not null,
  opened_by uuid references users (id) on delete set null,
  reason text not null default '',
  closed_at timestamptz,
  closed_as text check (closed_as in ('done', 'reactivated')),
  check ((closed_at is null) = (closed_as is null))
);

create unique index leaver_plans_open on leaver_plans (user_id) where closed_at is null;
create index leaver_plans_of_user on leaver_plans (user_id, opened_at desc);
create index leaver_plans_newest on leaver_plans (opened_at desc, id desc);

create table leaver_keys (
  plan_id uuid not null references leaver_plans (id) on delete cascade,
  key_id uuid not null,
  -- As it was called then; the key may be gone by now.
  name text not null,
  -- What they could do with it when they left. `former`: nothing any more, but they once could.
  level text not null check (level in ('owner', 'admin', 'view', 'former')),
  -- How they came by what makes codes without us; empty: codes only.
  had text[] not null,
  had_at timestamptz,
  last_shown_at timestamptz,
  last_used_at timestamptz,
  decision text check (decision in ('handed_over', 'let_go')),
  handed_to uuid references users (id) on delete set null,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  renewed_by uuid references users (id) on delete set null,
  renewed_at timestamptz,
  primary key (plan_id, key_id),
  check ((decision is null) = (decided_at is null)),
  check (decision is null or level = 'owner')
);

-- Names that are looked up go with their people.
create index leaver_plans_opened_by on leaver_plans (opened_by);
create index leaver_keys_handed_to on leaver_keys (handed_to) where handed_to is not null;
create index leaver_keys_decided_by on leaver_keys (decided_by) where decided_by is not null;
create index leaver_keys_renewed_by on leaver_keys (renewed_by) where renewed_by is not null;
