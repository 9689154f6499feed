import pg from 'pg'
import { jobsSchema } from './database-requirements.ts'
import { StartError } from './start-error.ts'

interface Roles {
  owner: string
  schema: string
  /** Undefined: there is no such role. */
  isOwner: boolean | undefined
  mayHandOver: boolean
}

const appendOnly = ['audit_log', 'audit_chain', 'audit_checkpoints', 'audit_verifications', 'audit_beginnings']

/** Whether a row of `pg_class` is a monthly partition of one of those. */
const isMonthOf = (names: string) =>
  `exists (select from pg_inherits where inhrelid = pg_class.oid and inhparent::regclass::text = any (${names}))`

/** Whether `letUse` has run since the tables last changed. False also if the role does not exist. */
async function mayUse(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_schema_privilege(role, $2::text, 'usage, create') and not exists (
       select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') and (
         not relispartition and not has_table_privilege(role, oid, 'select')
         or (relname = any ($3) or ${isMonthOf('$3')}) and has_table_privilege(role, oid, 'update, delete, truncate, trigger'))) as may
     from (select oid as role from pg_roles where rolname = $1) roles`,
    [role, jobsSchema, appendOnly],
  )
  return rows[0]?.may === true && (await listJobThings(client, role)).length === 0
}

/** `letUse`, where it is needed: a grant rewrites the catalogue, under nodes that serve. */
export async function letUseIfNeeded(client: pg.Client, role: string): Promise<void> {
  if (!(await mayUse(client, role))) await letUse(client, role)
}

/**
 * Lets `role` do what the application does: read and write rows, and keep the job queue, which makes tables of its own. It owns none of the
 * application's tables, so it cannot change them or take the protection of the audit log away. Run by their owner after each migration.
 * Throws `StartError` with a sentence when the role is missing or is the owner.
 */
export async function letUse(client: pg.Client, role: string): Promise<void> {
  const { owner, schema, isOwner, mayHandOver } = await findRoles(client, role)
  if (isOwner === undefined)
    throw new StartError(`There is no role ${role} in this database. Make it first: CREATE ROLE ${quote(role)} LOGIN;`)
  if (isOwner) throw new StartError(`${role} has the rights of ${owner}, which owns the tables. Name a role that has not.`)
  const [to, from] = [quote(role), quote(schema)]
  await client.query(`
    grant usage on schema ${from} to ${to};
    grant select, insert, update, delete on all tables in schema ${from} to ${to};
    grant usage on all sequences in schema ${from} to ${to};
    revoke update, delete, truncate, references, trigger on ${appendOnly.join(', ')} from ${to};
    ${await revokeMonths(client, to)}
    revoke insert, update, delete on migrations from ${to};
    grant usage, create on schema ${jobsSchema} to ${to}`)
  const things = await listJobThings(client, role)
  if (things.length > 0 && !mayHandOver)
    throw new StartError(`The job queue has to belong to ${role}. As a superuser, run: GRANT ${to} TO ${quote(owner)};`)
  for (const thing of things) await client.query(`alter ${thing} owner to ${to}`)
}

/** Writes go through the parent table only. */
async function revokeMonths(client: pg.Client, to: string): Promise<string> {
  const { rows } = await client.query<{ part: string }>(
    `select oid::regclass::text as part from pg_class where relnamespace = current_schema()::regnamespace and ${isMonthOf('$1')}`,
    [appendOnly],
  )
  return rows.map(({ part }) => `revoke insert, update, delete, truncate, references, trigger on ${part} from ${to};`).join('\n')
}

const quote = (name: string) => pg.escapeIdentifier(name)

async function findRoles(client: pg.Client, role: string): Promise<Roles> {
  const { rows } = await client.query<Roles>(
    `select current_user as owner, current_schema() as schema,
      (select pg_has_role(oid, current_user, 'member') from pg_roles where rolname = $1) as "isOwner",
      coalesce((select pg_has_role(oid, 'set') from pg_roles where rolname = $1), false) as "mayHandOver"`,
    [role],
  )
  const [roles] = rows
  if (roles === undefined) throw new Error('The roles have no row.')
  return { ...roles, isOwner: roles.isOwner ?? undefined }
}

/** Relations in the job queue's schema that the owner or an earlier role created. */
async function listJobThings(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ thing: string }>(
    `with jobs as (select to_regnamespace($2)::oid as schema, (select oid from pg_roles where rolname = $1) as role)
     select format('%s %s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, pg_class.oid::regclass) as thing
     from pg_class, jobs
     where relnamespace = schema and relkind in ('r', 'p', 'v', 'S') and relowner <> role
       and not exists (select from pg_depend where relkind = 'S' and objid = pg_class.oid and deptype in ('a', 'i'))
     union all
     select format('routine %s', pg_proc.oid::regprocedure) from pg_proc, jobs where pronamespace = schema and proowner <> role
     union all
     select format('type %s', pg_type.oid::regtype) from pg_type, jobs where typnamespace = schema and typtype in ('d', 'e') and typowner <> role`,
    [role, jobsSchema],
  )
  return rows.map(({ thing }) => thing)
}

/** The owner of the tables, where the role that is connected may use them and does not own them; undefined where it owns them or there are none. */
export async function findOtherOwner(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(relowner) as owner from pg_class
     where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage') and has_table_privilege(oid, 'select')`,
  )
  return rows[0]?.owner
}
