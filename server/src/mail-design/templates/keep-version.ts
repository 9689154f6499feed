import { v7 as uuid } from 'uuid'
import type { MailTemplate } from '../markup/render.ts'
import type { TemplateRow } from './templates.repository.ts'
import type { VersionsRepository } from './versions.repository.ts'

export interface VersionedContent extends MailTemplate {
  name: string
  description: string | null
  theme_slug: string | null
}

const versioned = ['name', 'subject', 'description', 'html_content', 'text_content', 'theme_slug'] as const

export function changesBetween(before: VersionedContent, after: VersionedContent): string[] {
  return versioned.filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
}

/** Keeps the template as it is now; and before its first change also as it was. */
export async function keepVersion(
  versions: Pick<VersionsRepository, 'put'>,
  at: { before: TemplateRow | undefined; id: string; after: VersionedContent; changes: string[]; by: string | null; now: Date },
): Promise<void> {
  const { before, id, after, changes, by, now } = at
  const contentOf = ({ name, subject, description, html_content, text_content, theme_slug }: VersionedContent) => ({
    name,
    subject,
    description,
    html_content,
    text_content,
    theme_slug,
  })
  if (before !== undefined && before.version === 0) {
    await versions.put({
      id: uuid(),
      template_id: id,
      ...contentOf(before),
      changes: ['created'],
      changed_by: null,
      created_at: before.updated_at,
    })
  }
  await versions.put({ id: uuid(), template_id: id, ...contentOf(after), changes, changed_by: by, created_at: now })
}
