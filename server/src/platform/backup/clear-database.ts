import type pg from 'pg'
import { lockMigrations } from '../migrate.ts'
import { BackupError } from './backup.error.ts'

/** Sessions that only look, or wait for the lock of migrations. */
const harmlessNames = ['twofold-restore', 'twofold-migrate', 'twofold-doctor', 'twofold-probe', 'twofold-upgrade', 'twofold-limits']

/** Throws a BackupError when Twofold is at work on a database that is being replaced, whose writes would be lost. */
export async function requireIdle(client: pg.Client): Promise<void> {
  await client.query('select pg_stat_clear_snapshot()') // else one sees what was there at the first look of the transaction
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'twofold%' and application_name <> all ($1) limit 1`,
    [harmlessNames],
  )
  if (rows.length > 0) throw isRunning()
}

const isRunning = () => new BackupError('Twofold is running on this database. Stop it on every node first, then restore.')

/** Until the end of the transaction no node starts on this database, and nobody else restores into it. */
async function keepOthersOut(client: pg.Client): Promise<void> {
  if (await lockMigrations(client)) return
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'twofold-restore' limit 1`,
  )
  throw rows.length === 0
    ? isRunning()
    : new BackupError('Another restoration into this database is running. Wait for its end, or stop it.')
}

/** Throws a BackupError when Twofold runs on the database, when it holds accounts and is not to be replaced, and when it holds something else. */
export async function requireRestorable(client: pg.Client, { replace }: { replace: boolean }): Promise<void> {
  await keepOthersOut(client)
  await requireIdle(client)
  const { rows } = await client.query<{ tables: number; ours: boolean }>(`
    select count(*)::int as tables, bool_or(relname = 'migrations') and bool_or(relname = 'users') as ours
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`)
  const found = rows[0]
  if (found === undefined || found.tables === 0) return
  if (!found.ours) throw new BackupError('This database holds tables of another application. Restore into a database of its own.')
  // Each account has one. The database may be of an earlier release.
  const accounts = await client.query<{ count: number }>('select count(*)::int as count from data_keys')
  const count = accounts.rows[0]?.count ?? 0
  if (count === 0 || replace) return
  throw new BackupError(
    `This installation is not empty: it has ${count} ${count === 1 ? 'account' : 'accounts'}. Restore into a fresh data folder or an empty database, ` +
      'or add --replace to give up everything that is in this one.',
  )
}

/** Removes what Twofold made, and leaves alone what extensions and others did. */
export async function clearDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists pgboss cascade')
  await client.query(`
    do $$
    declare thing record;
    begin
      for thing in
        select relname, case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      loop
        execute format('drop %s if exists %I cascade', thing.kind, thing.relname);
      end loop;
      for thing in
        select oid::regprocedure as name from pg_proc
        where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop
        execute format('drop routine if exists %s cascade', thing.name);
      end loop;
    end $$`)
}
