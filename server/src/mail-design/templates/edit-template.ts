import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { FieldErrors } from '@twofold/contract/errors'
import { v7 as uuid } from 'uuid'
import { checkAll, fail, failField } from '../../platform/fail.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import type { MailTemplate } from '../markup/render.ts'
import { samplesOf } from './template-variables.ts'
import type { TemplateRow, TemplatesRepository } from './templates.repository.ts'
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

/** Somebody else changed what was checked before the template was locked. */
export class StaleCheckError extends Error {}

const mostTries = 5

/** Does `work` again where its check was stale. */
export async function whileStale<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleCheckError)) throw error
      if (tries === mostTries) throw fail('email.template_changed')
    }
  }
}

export const isSameMail = (a: MailTemplate, b: MailTemplate) =>
  a.subject === b.subject && a.html_content === b.html_content && a.text_content === b.text_content

/** Without what is undefined, which a change does not touch. */
export function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** What of a template stands in the audit log. */
export function auditedTemplate(row: VersionedContent & { category: string; is_active: boolean; provider_id: string | null }) {
  const { name, category, subject, description, html_content, text_content, is_active, theme_slug, provider_id } = row
  return { name, category, subject, description, html_content, text_content, is_active, theme_slug, provider_id }
}

/** As the audit log names it. */
export const templateTarget = ({ id, name }: { id: string; name: string }) => ({ kind: 'template', id, name })

/** Not within a transaction: it takes its time. */
export async function requireSound(
  rendering: Pick<RenderingService, 'errorsOf'>,
  by: string,
  template: Partial<MailTemplate>,
  events: readonly string[],
): Promise<void> {
  const problems = await rendering.errorsOf(by, template, samplesOf(events))
  if (problems.length > 0) throw fail('email.template_unsound', { errors: byField(problems) })
}

export function requireChoices(
  templates: Pick<TemplatesRepository, 'findTheme' | 'hasProvider'>,
  { theme_slug: theme, provider_id: provider }: { theme_slug?: string | null | undefined; provider_id?: string | null | undefined },
): Promise<void> {
  return checkAll(
    async () => {
      if (typeof theme === 'string' && (await templates.findTheme(theme)) === undefined)
        throw failField('email.theme_not_found', 'theme_slug')
    },
    async () => {
      if (typeof provider === 'string' && !(await templates.hasProvider(provider))) throw failField('email.provider_unknown', 'provider_id')
    },
  )
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
