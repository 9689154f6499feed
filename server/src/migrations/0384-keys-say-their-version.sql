-- expand from 0.1.0
-- PostgreSQL names the transaction that wrote a row. As long as it stays the same the row is the same, whoever changes it and by which column: so a
-- list asks which keys there are, and reads only those that it does not know yet.
create or replace view named_keys as
select id, owner_id, name, deleted_at,
  kind, issuer, account, algorithm, digits, period, counter, is_exclusive, icon, tags, sites,
  generation, added_by, created_at, updated_at, copied_at, reserved_at, xmin as version
from keys;
