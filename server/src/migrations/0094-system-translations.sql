-- The languages that the translations of a system template came in: one that an administrator removed does not come back with the next start.
alter table email_templates add column seeded_languages text[] not null default '{}';
