-- A second administrator can agree to a change of the way that e-mail takes. From then on it makes no link unclean.
alter table hands
  -- Of what was changed, as it was called then.
  add column target_name text,
  add column approved_at timestamptz,
  add column approved_by_id uuid references users (id) on delete set null,
  add column approved_by_name text;

create index hands_approved_by on hands (approved_by_id) where approved_by_id is not null;
