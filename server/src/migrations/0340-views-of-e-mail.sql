-- expand from 0.1.0
-- What nouns read of each other's e-mail: views of the owners, so that their tables are named by nobody else.

-- Templates with what they say. Neither the languages they came with, nor which variables they know.
create view mail_templates as
select id, slug, name, category, is_active, is_essential, theme_slug, provider_id, subject, html_content, text_content from email_templates;

-- What templates say in other languages.
create view mail_translations as
select template_id, language, subject, html_content, text_content from email_template_translations;

create view mail_themes as
select id, slug, name, design from email_themes;

-- Which event is written about with which template, by which provider.
create or replace view mapped_events as
select id, event_name, template_slug, is_active, provider_id from email_mappings;

-- Why an e-mail was written, or was not.
create view mail_decisions as
select id, reason, trace, decided_at from email_decisions;

-- Which events somebody wants e-mail about, where they said so.
create view mail_preferences as
select user_id, event_name, is_wanted from email_preferences;

-- Which e-mail was written because of what, to whom, and what became of it: nothing that is sealed, nor what the worker keeps for itself.
create or replace view logged_mails as
select id, mapping_id, decision_id, template_slug, status, created_at,
  user_id, recipient_email, recipient_name, subject, template_name, category, event_name, caused_by, provider_id, provider_kind, message_id,
  provider_message_id, provider_response, queue, due_at, waiting_reason, attempts, error_message, sent_at, delivered_at, opened_at, clicked_at,
  bounced_at, complained_at, failed_at, resolution, resolved_at
from email_logs;

-- What e-mails say, sealed, for those who show it.
create view sealed_mails as
select id, created_at, body from email_logs;

-- Attempts to hand an e-mail over.
create view mail_attempts as
select id, log_id, number, provider_name, outcome, code, detail, started_at, finished_at from email_attempts;

-- Addresses that no e-mail goes to.
create or replace view suppressed_addresses as
select email, reason, id from email_suppressions;
