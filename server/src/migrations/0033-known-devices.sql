-- What administrators see of the devices that an account was signed in from. Unknown for those that were seen before.
alter table known_devices
  add column user_agent text,
  add column ip inet,
  add column first_seen_at timestamptz;
