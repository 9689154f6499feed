import type { TemplateProblem } from '@twofold/contract/email/template-problems'
import type { FieldErrors } from '@twofold/contract/errors'
import { v7 as uuid } from 'uuid'
import { fail } from '../../platform/fail.ts'
import { errorsOf } from './check-draft.ts'
import type { MailTemplate } from './render.ts'
import { samplesOf } from './template-variables.ts'
import type { TemplateRow } from './templates.repository.ts'
import type { VersionsRepository } from './versions.repository.ts'

/** What of a template a version keeps. */
export interface VersionedContent extends MailTemplate {
  name: string
  description: string | null
  theme_slug: string | null
}

const versioned = ['name', 'subject', 'description', 'html_content', 'text_content', 'theme_slug'] as const

export function changesBetween(before: VersionedContent, after: VersionedContent): string[] {
  return versioned.filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
}

/** What of a template stands in the audit log. */
export function auditedTemplate(row: VersionedContent & { category: string; is_active: boolean; provider_id: string | null }) {
  const { name, category, subject, description, html_content, text_content, is_active, theme_slug, provider_id } = row
  return { name, category, subject, description, html_content, text_content, is_active, theme_slug, provider_id }
}

/** As the audit log names it. */
export const templateTarget = ({ id, name }: { id: string; name: string }) => ({ kind: 'template', id, name })

/** Throws 422 with every error at its line, by field, when a template cannot be saved as it is. */
export function requireSound(template: Partial<MailTemplate>, events: readonly string[]): void {
  const problems = errorsOf(template, samplesOf(events))
  if (problems.length > 0) throw fail('email.template_unsound', { errors: byField(problems) })
}

function byField(problems: readonly TemplateProblem[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, message, line, column } of problems) {
    errors[field] = [...(errors[field] ?? []), `${message} (line ${line}, column ${column})`]
  }
  return errors
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
