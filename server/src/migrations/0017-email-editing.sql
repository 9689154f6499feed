-- Which language somebody's mail is in, where a template is translated into it. BCP 47; null: the templates' own.
alter table users add column language text check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');

-- A template after each change, the first one included. Never changed.
create table email_template_versions (
  id uuid primary key,
  template_id uuid not null references email_templates (id) on delete cascade,
  number integer not null,
  name text not null,
  subject text not null,
  description text,
  html_content text not null,
  text_content text,
  theme_slug text,
  -- Names of the fields that differ from the version before.
  changes text[] not null,
  changed_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  unique (template_id, number)
);

create table email_template_translations (
  template_id uuid not null references email_templates (id) on delete cascade,
  language text not null,
  subject text not null,
  html_content text not null,
  text_content text,
  -- The version of the template that it was written from.
  template_version integer not null,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null,
  primary key (template_id, language)
);

-- What frames and new tabs show of mails and themes: for one session, for minutes. Sample values only.
create unlogged table email_previews (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  html text not null,
  expires_at timestamptz not null
);

create index email_previews_expiry on email_previews (expires_at);

-- A theme given to many templates at once, and what they had before.
create table email_theme_applications (
  id uuid primary key,
  theme_slug text not null,
  -- Id of the template → slug of its theme before, or null.
  previous jsonb not null,
  applied_by uuid references users (id) on delete set null,
  applied_at timestamptz not null,
  undone_at timestamptz
);
