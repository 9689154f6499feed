-- Where what a notification tells of is looked at, as a path below /admin. Those from before lead nowhere.
alter table notifications add column link text check (link like '/admin/%');
