-- When every person had a second data key, and when it became the one to write with. Null: not yet. A rotation that was interrupted goes on there.
alter table key_rotations
  add column data_keys_made_at timestamptz,
  add column data_keys_active_at timestamptz;
