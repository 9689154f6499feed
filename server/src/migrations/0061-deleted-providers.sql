-- A provider that was deleted stays as a name: mail that was under way through it is still recorded, and the log still says by whom it went.
-- Its settings and its secret are gone.
alter table email_providers add column deleted_at timestamptz;
