-- expand from 0.1.0
-- The request that an e-mail or a message to a webhook follows from, and its place in a trace (W3C traceparent); null: none.
alter table email_logs add column caused_by text, add column traceparent text;
alter table webhook_deliveries add column caused_by text, add column traceparent text;
