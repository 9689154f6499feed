import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'

export function createMappingChoices(db: Db) {
  return {
    listTemplates: () => db.selectFrom('mail_templates').select(['slug', 'name', 'category', 'is_active']).orderBy(plain('name')).execute(),
    findTemplate: (slug: string) =>
      db
        .selectFrom('mail_templates')
        .where('slug', '=', slug)
        .select(['slug', 'name', 'subject', 'html_content', 'text_content', 'is_active'])
        .executeTakeFirst(),
    listProviders: () =>
      db
        .selectFrom('named_providers')
        .where('deleted_at', 'is', null)
        .select(['id', 'name', 'provider', 'is_default', 'is_active'])
        .orderBy('is_default', 'desc')
        .orderBy('priority')
        .execute(),
  }
}
