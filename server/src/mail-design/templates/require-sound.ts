import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { type Complaints, complaintOfMarkup } from '../../platform/complaint.ts'
import { checkAll, fail, failField } from '../../platform/fail.ts'
import type { MailTemplate } from '../markup/render.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import { samplesOf } from './template-variables.ts'
import type { TemplatesRepository } from './templates.repository.ts'

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

function byField(problems: readonly TemplateProblem[]): Complaints {
  const errors: Complaints = {}
  for (const problem of problems) errors[problem.field] = [...(errors[problem.field] ?? []), complaintOfMarkup(problem)]
  return errors
}
