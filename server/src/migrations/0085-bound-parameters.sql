-- Secrets whose parameters are not authenticated with them yet. Becomes empty while the application runs, and costs nothing then.
create index keys_unbound on keys (id) where get_byte(secret, 0) = 1;
