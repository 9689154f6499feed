import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { contains, isFound, plain } from '../../platform/like-pattern.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'

/** Matches that are put in order: of a name that millions have, the first ones found will do. */
const considered = 200

export function createSearchRepository(db: Db) {
  return {
    async users(text: string, limit: number): Promise<{ id: string; name: string; email: string }[]> {
      const { rows } = await sql<{ id: string; name: string; email: string }>`
        select id, name, email from (
          select id, name, email from people users
          where deleted_at is null and ${isFound(text)} ${rowsAtMost(considered)}
        ) found order by ${plain('found.name')}, id ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    async keys(text: string, limit: number): Promise<{ id: string; name: string; owner_id: string; owner_name: string }[]> {
      const { rows } = await sql<{ id: string; name: string; owner_id: string; owner_name: string }>`
        select found.id, found.name, users.id as owner_id, users.name as owner_name from (
          select id, name, owner_id from named_keys keys where deleted_at is null and ${contains(plain('keys.name'), text)} ${rowsAtMost(considered)}
        ) found
        join people users on users.id = found.owner_id and users.deleted_at is null
        order by ${plain('found.name')}, found.id ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    async templates(text: string, limit: number): Promise<{ slug: string; name: string }[]> {
      const { rows } = await sql<{ slug: string; name: string }>`
        select slug, name from mail_templates where ${contains(plain(sql`name || E'\n' || slug`), text)} order by ${plain('name')} ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows
    },
  }
}

export type SearchRepository = ReturnType<typeof createSearchRepository>
