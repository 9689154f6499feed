-- expand from 0.1.0
-- Who somebody is and how far the account is closed, for nouns that stand before accounts and for all others that need no more: without the hashes of
-- the password and the PIN.
create view people as
select id, name, email, email_normalized, role, is_active, has_second_factor, language, created_at, deleted_at,
  secrets_closed_until, codes_closed_until, closed_at, stopped_at, needs_proof, password_changed_at, pin_changed_at
from users;
