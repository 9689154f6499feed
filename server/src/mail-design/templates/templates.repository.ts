import { type Insertable, sql, type Updateable } from 'kysely'
import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import type { Database, Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'
import { named } from './template-parts.repository.ts'
import { lockAdvisory } from '../../platform/advisory-lock.ts'

/** Number of the advisory lock under which slugs of templates are given out. */
const slugLock = 7_402_012

export function createTemplatesRepository(db: Db) {
  const templates = () =>
    db
      .selectFrom('email_templates')
      .leftJoin('named_providers as providers', 'providers.id', 'email_templates.provider_id')
      .selectAll('email_templates')
      .select([
        'providers.name as provider_name',
        'providers.provider as provider_kind',
        sql<
          string[]
        >`array(select m.event_name from mapped_events m where m.template_slug = email_templates.slug order by m.event_name)`.as('events'),
        sql<
          string[]
        >`array(select t.language from email_template_translations t where t.template_id = email_templates.id order by t.language)`.as(
          'languages',
        ),
        sql<number>`(select coalesce(max(v.number), 0) from email_template_versions v where v.template_id = email_templates.id)`.as(
          'version',
        ),
      ])

  return {
    list: (options: { onlyActive: boolean }) => {
      const rows = templates().orderBy(plain('email_templates.name')).orderBy('email_templates.id')
      return (options.onlyActive ? rows.where('email_templates.is_active', '=', true) : rows).execute()
    },
    find: (idOrSlug: string) => templates().where(named(idOrSlug), '=', idOrSlug).executeTakeFirst(),
    /** Held until the transaction ends: two changes of one template come one after the other. */
    async lock(idOrSlug: string): Promise<string | undefined> {
      const row = await db.selectFrom('email_templates').where(named(idOrSlug), '=', idOrSlug).select('id').forUpdate().executeTakeFirst()
      return row?.id
    },
    lockSlugs: (): Promise<void> => lockAdvisory(db, slugLock),
    async listSlugs(): Promise<string[]> {
      return (await db.selectFrom('email_templates').select('slug').execute()).map(({ slug }) => slug)
    },
    async put(template: Insertable<Database['email_templates']>): Promise<void> {
      await db.insertInto('email_templates').values(template).execute()
    },
    /** Sets one theme for all of `ids`, or none. */
    async changeThemes(ids: string[], theme: string | null): Promise<void> {
      await db.updateTable('email_templates').set({ theme_slug: theme }).where('id', 'in', ids).execute()
    },

    async change(id: string, change: Updateable<Database['email_templates']>): Promise<void> {
      await db.updateTable('email_templates').set(change).where('id', '=', id).execute()
    },
    /** Templates of a deleted provider use the default one. */
    async forgetProvider(providerId: string): Promise<void> {
      await db.updateTable('email_templates').set({ provider_id: null }).where('provider_id', '=', providerId).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('email_templates').where('id', '=', id).execute()
    },
    countMails: (slug?: string): Promise<{ template_slug: string | null; status: MailStatus; count: number }[]> => {
      const mails = db
        .selectFrom('logged_mails')
        .groupBy(['template_slug', 'status'])
        .select(({ fn }) => ['template_slug', 'status', fn.countAll<number>().as('count')])
      return (slug === undefined ? mails.where('template_slug', 'is not', null) : mails.where('template_slug', '=', slug)).execute()
    },
    listMappings: () => db.selectFrom('mapped_events').selectAll().orderBy('event_name').execute(),
    async hasProvider(id: string): Promise<boolean> {
      return (
        (await db.selectFrom('named_providers').where('id', '=', id).where('deleted_at', 'is', null).select('id').executeTakeFirst()) !==
        undefined
      )
    },
    listThemes: () => db.selectFrom('email_themes').select(['slug', 'name', 'description', 'design']).orderBy(plain('name')).execute(),
    findTheme: (slug: string) =>
      db.selectFrom('email_themes').select(['slug', 'name', 'design']).where('slug', '=', slug).executeTakeFirst(),
  }
}

export type TemplatesRepository = ReturnType<typeof createTemplatesRepository>
export type TemplateRow = NonNullable<Awaited<ReturnType<TemplatesRepository['find']>>>
