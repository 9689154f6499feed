-- expand from 0.1.0
-- Failed sign-ins are counted by the hash of the address. Of a lock, the account is looked for whose address has that hash: by an index instead of by
-- hashing the address of every account. The text of a database has one encoding, so that the hash never changes.
create function address_hash(address text) returns bytea language sql immutable strict parallel safe return sha256(convert_to(address, 'UTF8'));
create index users_by_address_hash on users (address_hash(email_normalized)) where deleted_at is null;
