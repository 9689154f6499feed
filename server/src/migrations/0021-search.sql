-- Keys of anybody by a part of their name, for administrators who look for one.
create index keys_search on keys using gin (lower(name) gin_trgm_ops) where deleted_at is null;
