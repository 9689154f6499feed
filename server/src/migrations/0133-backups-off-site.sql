-- Copies off the machine stand in the list as backups of their own: each place has its own retention.
alter table backups add column location text not null default 'local' check (location in ('local', 's3'));
-- The data folder that has the file, or sent it. Unlike the name of its machine, it is nobody else's.
alter table backups add column node_id uuid;
alter table backups add column object_key text unique;
alter table backups add constraint backups_object check ((location = 's3') = (object_key is not null));
alter table backups drop constraint backups_step_check;
alter table backups add constraint backups_step_check check (step in ('writing', 'reading_back', 'uploading'));

-- Found in the bucket: the list of the installation that made it is lost.
alter table backups drop constraint backups_cause_check;
alter table backups add constraint backups_cause_check check (cause in ('manual', 'scheduled', 'command', 'found'));

-- One is made at a time; a copy may be on its way meanwhile.
drop index backups_under_way;
create unique index backups_under_way on backups ((true)) where state in ('waiting', 'running') and location = 'local';

-- Tells the installation apart from others in the same bucket. It goes with the data: a restored installation goes on in its folder.
insert into installation_settings (name, value, changed_at) values ('installation', to_jsonb(gen_random_uuid()::text), now());
