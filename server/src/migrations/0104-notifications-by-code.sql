-- What a notification says, by codes that a page words in its reader's language. Older ones have their English sentences only.
alter table notifications add column said jsonb;
