import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../platform/database.ts'
import { createSystemTranslations, isUntouched } from './system-translations.repository.ts'

/** Advisory lock for seeding the e-mail system. */
const seedingLock = 7_402_011

export function createSystemDesignsRepository(db: Db) {
  return {
    ...createSystemTranslations(db),
    /** Held until the transaction ends: nodes that start together seed one after the other. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${seedingLock})`.execute(db)
    },
    /** Inserts new ones, and updates those that have not been edited. */
    async putThemes(themes: Insertable<Database['email_themes']>[]): Promise<void> {
      const { change, isDue } = replacing('email_themes', ['name', 'description', 'design', 'layout_type'])
      await db
        .insertInto('email_themes')
        .values(themes)
        .onConflict((conflict) => conflict.column('slug').doUpdateSet(change).where(isDue))
        .execute()
    },
    /** Like `putThemes`. Answers the slugs of new ones. */
    async putTemplates(templates: Insertable<Database['email_templates']>[]): Promise<string[]> {
      const texts = ['name', 'category', 'subject', 'description', 'html_content', 'text_content', 'variables', 'is_essential'] as const
      const { change, isDue } = replacing('email_templates', texts)
      const written = await db
        .insertInto('email_templates')
        .values(templates)
        .onConflict((conflict) => conflict.column('slug').doUpdateSet(change).where(isDue))
        .returning(['id', 'slug'])
        .execute()
      const added = new Set(templates.map(({ id }) => id))
      return written.filter(({ id }) => added.has(id)).map(({ slug }) => slug)
    },
  }
}

export type SystemDesignsRepository = ReturnType<typeof createSystemDesignsRepository>

/** Replaces `columns` with a release's content, if it differs and has not been edited. */
function replacing<Table extends 'email_themes' | 'email_templates'>(table: Table, columns: readonly (keyof Database[Table] & string)[]) {
  const valuesOf = (source: string) => sql.join(columns.map((column) => sql.ref(`${source}.${column}`)))
  return {
    change: Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])),
    isDue: sql<boolean>`${sql.ref(`${table}.is_system`)} and ${isUntouched(table)} and (${valuesOf(table)}) is distinct from (${valuesOf('excluded')})`,
  }
}
