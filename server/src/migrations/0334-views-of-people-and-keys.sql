-- expand from 0.1.0
-- What nouns after accounts and keys read of people and keys: views of the owners, so that their tables are named by nobody else. PostgreSQL puts such a
-- view into the statement that reads it: its plan is that of the table.

-- Who somebody is, how they may sign in, and how far the account is closed: no hash of a password or a PIN.
create or replace view people as
select id, name, email, email_normalized, role, is_active, has_second_factor, language, created_at, deleted_at,
  secrets_closed_until, codes_closed_until, closed_at, stopped_at, needs_proof, password_changed_at, pin_changed_at,
  email_verified_at, admitted_at, address_in_doubt, pending_email, last_login_at, must_change_password, second_factor_due_at,
  auto_lock_minutes, keys_count, password_hash is not null as has_password, pin_hash is not null as has_pin
from users;

-- What PINs are compared with, for factors.
create view stored_pins as
select id as user_id, pin_hash from users where pin_hash is not null;

-- What a key is called, described by and set to: nothing that is sealed.
create or replace view named_keys as
select id, owner_id, name, deleted_at,
  kind, issuer, account, algorithm, digits, period, counter, is_exclusive, icon, tags, sites,
  generation, added_by, created_at, updated_at, copied_at, reserved_at
from keys;

-- The same with what is sealed, for those who make codes of it and export it.
create view sealed_keys as
select id, owner_id, name, deleted_at,
  kind, issuer, account, algorithm, digits, period, counter, is_exclusive, icon, tags, sites,
  generation, added_by, created_at, updated_at, copied_at, reserved_at, secret, note
from keys;
