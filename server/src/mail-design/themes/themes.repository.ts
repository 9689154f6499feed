import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { countRows } from '../../platform/row-counts.ts'
import { lockAdvisory } from '../../platform/advisory-lock.ts'

const slugLock = 7_402_013

export interface ThemeFilters {
  search?: string | undefined
  type: 'all' | 'system' | 'custom' | 'public'
  layout: string
  sortBy: 'created_at' | 'name' | 'layout_type'
}

export function createThemesRepository(db: Db) {
  const matching = ({ search, type, layout }: Omit<ThemeFilters, 'sortBy'>) => {
    let rows = db.selectFrom('email_themes')
    if (search !== undefined && search !== '') {
      rows = rows.where((row) => row.or([contains(plain('name'), search), contains(plain('description'), search)]))
    }
    if (type === 'system') rows = rows.where('is_system', '=', true)
    if (type === 'custom') rows = rows.where('is_system', '=', false)
    if (type === 'public') rows = rows.where('is_public', '=', true)
    if (layout !== 'all') rows = rows.where(sql<boolean>`layout_type = ${layout}`)
    return rows
  }
  const themes = () =>
    db
      .selectFrom('email_themes')
      .leftJoin('people', 'people.id', 'email_themes.created_by')
      .selectAll('email_themes')
      .select([
        'people.name as creator_name',
        sql<number>`(select count(*) from email_templates t where t.theme_slug = email_themes.slug)`.as('templates_count'),
      ])

  return {
    count: (filters: ThemeFilters): Promise<number> => countRows(matching(filters)),
    list: ({ sortBy, ...filters }: ThemeFilters, offset: number, limit: number) => {
      const rows = themes().where('email_themes.id', 'in', matching(filters).select('id'))
      const sorted =
        sortBy === 'created_at'
          ? rows.orderBy('email_themes.created_at', 'desc')
          : rows.orderBy(sortBy === 'name' ? plain('email_themes.name') : `email_themes.${sortBy}`)
      return sorted.orderBy(plain('email_themes.name')).orderBy('email_themes.id').offset(offset).limit(limit).execute()
    },
    find: (slug: string) => themes().where('email_themes.slug', '=', slug).executeTakeFirst(),
    async lock(slug: string): Promise<void> {
      await db.selectFrom('email_themes').where('slug', '=', slug).select('id').forUpdate().execute()
    },
    lockSlugs: (): Promise<void> => lockAdvisory(db, slugLock),
    async listSlugs(): Promise<string[]> {
      return (await db.selectFrom('email_themes').select('slug').execute()).map(({ slug }) => slug)
    },
    async put(theme: Insertable<Database['email_themes']>): Promise<void> {
      await db.insertInto('email_themes').values(theme).execute()
    },
    async change(slug: string, change: Updateable<Database['email_themes']>): Promise<void> {
      await db.updateTable('email_themes').set(change).where('slug', '=', slug).execute()
    },
    async remove(slug: string): Promise<void> {
      await db.deleteFrom('email_themes').where('slug', '=', slug).execute()
    },
    /** The settings name no theme that is gone. */
    async forgetDefault(slug: string): Promise<void> {
      await sql`update email_settings set settings = jsonb_set(settings, '{default_theme}', '""') where settings->>'default_theme' = ${slug}`.execute(
        db,
      )
    },
    /** Brings a system theme back as it was made. */
    async restore(slug: string, theme: { name: string; description: string; design: string; layout_type: string }): Promise<void> {
      await sql`update email_themes set name = ${theme.name}, description = ${theme.description}, design = ${theme.design}::jsonb,
        layout_type = ${theme.layout_type}, updated_at = created_at where slug = ${slug} and is_system`.execute(db)
    },
    findTemplate: (idOrSlug: string) =>
      db
        .selectFrom('email_templates')
        .where((row) => row.or([row('slug', '=', idOrSlug), row(sql<string>`id::text`, '=', idOrSlug)]))
        .select(['slug', 'subject', 'html_content', 'text_content', 'is_essential'])
        .select(sql<string[]>`array(select event_name from mapped_events where template_slug = email_templates.slug)`.as('events'))
        .executeTakeFirst(),
  }
}

export type ThemesRepository = ReturnType<typeof createThemesRepository>
export type ThemeRow = NonNullable<Awaited<ReturnType<ThemesRepository['find']>>>
