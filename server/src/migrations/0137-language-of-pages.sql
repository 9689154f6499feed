-- The language that somebody chose for their pages, wherever they sign in. BCP 47; null: the one that their browser prefers.
alter table users add column page_language text check (page_language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
