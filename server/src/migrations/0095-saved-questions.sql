-- Questions to the ledger of access that administrators saved. All administrators see the same ones.
create table saved_questions (
  id uuid primary key,
  name text not null,
  -- As in the address of the screen: never what the answer was.
  filters jsonb not null,
  saved_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create unique index saved_questions_name on saved_questions (lower(name));
create index saved_questions_saved_by on saved_questions (saved_by) where saved_by is not null;
