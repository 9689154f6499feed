-- expand from 0.1.0
-- What became of a request, by codes with values, beside its text in English. Empty where a person wrote the text, and in rows of before.
alter table requests add column outcome_said jsonb not null default '[]';
