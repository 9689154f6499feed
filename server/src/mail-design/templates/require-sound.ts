import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { type Complaints, complaintOfMarkup } from '../../platform/complaint.ts'
import { checkAll, fail, failField } from '../../platform/fail.ts'
import type { MailTemplate } from '../markup/render.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import { samplesOf } from './template-variables.ts'
import type { TemplatesRepository } from './templates.repository.ts'

/** Not within a transaction, as it takes a while. */
export async function requireSound(
  rendering: Pick<RenderingService, 'errorsOf'>,
  by: string,
  template: Partial<MailTemplate>,
  events: readonly string[],
): Promise<void> {
  const problems = await rendering.errorsOf(by, template, samplesOf(events))
  if (problems.length > 0) throw fail('email.template_unsound', { errors: byField(problems) })
}

type Choices = Pick<TemplatesRepository, 'findTheme' | 'hasProvider'>

interface Chosen {
  theme_slug?: string | null | undefined
  provider_id?: string | null | undefined
}

export async function findChoices(templates: Choices, { theme_slug: theme, provider_id: provider }: Chosen) {
  const [found, hasProvider] = await Promise.all([
    typeof theme === 'string' ? templates.findTheme(theme) : null,
    typeof provider === 'string' ? templates.hasProvider(provider) : true,
  ])
  return { hasTheme: found !== undefined, hasProvider }
}

export function requireFound({ hasTheme, hasProvider }: Awaited<ReturnType<typeof findChoices>>): Promise<void> {
  return checkAll(
    () => {
      if (!hasTheme) throw failField('email.theme_not_found', 'theme_slug')
    },
    () => {
      if (!hasProvider) throw failField('email.provider_unknown', 'provider_id')
    },
  )
}

export const requireChoices = async (templates: Choices, chosen: Chosen): Promise<void> =>
  requireFound(await findChoices(templates, chosen))

function byField(problems: readonly TemplateProblem[]): Complaints {
  const errors: Complaints = {}
  for (const problem of problems) errors[problem.field] = [...(errors[problem.field] ?? []), complaintOfMarkup(problem)]
  return errors
}
