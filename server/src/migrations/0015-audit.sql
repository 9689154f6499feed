create extension if not exists pg_trgm;

-- What administrators did. Nothing refers to it and it refers to nothing, since nothing may change it: names are as they were then.
create table audit_log (
  id uuid primary key,
  happened_at timestamptz not null,
  -- Null: the system itself, or a command on the server.
  actor_id uuid,
  actor_name text,
  actor_email text,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  ip inet
);

create index audit_log_newest on audit_log (happened_at desc, id desc);
create index audit_log_of_target on audit_log (target_id, happened_at desc) where target_id is not null;
create index audit_log_of_action on audit_log (action, happened_at desc);

-- Append-only, also for the role that the application uses, which owns the table and so could grant itself what is revoked.
create function refuse_to_change_the_audit_log() returns trigger
language plpgsql as $$
begin
  raise exception 'The audit log can only be added to.' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_is_append_only before update or delete on audit_log for each row execute function refuse_to_change_the_audit_log();
create trigger audit_log_is_never_emptied before truncate on audit_log for each statement execute function refuse_to_change_the_audit_log();
revoke update, delete, truncate on audit_log from public, current_user;

-- Any part of a name or an e-mail, whatever its case. The line break keeps what ends the one and begins the other from being found together.
create index users_search on users using gin (lower(name || E'\n' || email) gin_trgm_ops) where deleted_at is null;
create index users_by_name on users (lower(name), id) where deleted_at is null;
