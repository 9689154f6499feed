-- expand from 0.1.0
-- The request that a row of the audit log follows from; null: none, or a version that did not know.
alter table audit_log add column caused_by text;
