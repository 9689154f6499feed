alter table oidc_attempts
  add column remember boolean not null default false;

create index oidc_attempts_by_end on oidc_attempts (expires_at);
create index identities_of_user on identities (user_id);
