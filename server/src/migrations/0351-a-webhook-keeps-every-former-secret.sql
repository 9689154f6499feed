-- expand from 0.1.0
-- Secrets before `former_secret` that still sign, each with its end, sealed together: a secret that is renewed twice in a day leaves two of them.
alter table webhook_endpoints add column older_secrets bytea;
