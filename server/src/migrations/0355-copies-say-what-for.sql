-- expand from 0.1.0
-- What a program said that its code was for, for the owner of the key. A take keeps it for a month only, and its table is of another noun.
alter table key_copies add column reason text;
