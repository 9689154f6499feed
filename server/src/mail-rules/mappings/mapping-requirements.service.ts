import type { ChangedMapping } from '@twofold/contract/mail-rules/mapping-calls'
import { fail } from '../../platform/fail.ts'
import { isEssentialEvent } from '../../mail-design/templates/template-variables.ts'
import type { MappingsRepository } from './mappings.repository.ts'

/** What a mapping has to be. */
export function createMappingRequirements() {
  /** The template, if one is named. */
  async function requireChoices(mappings: MappingsRepository, { template_slug: template, provider_id: provider }: ChangedMapping) {
    const found = template === undefined ? undefined : await mappings.findTemplate(template)
    if (template !== undefined && found === undefined) {
      throw fail('email.template_unknown', { errors: { template_slug: ['There is no such template.'] } })
    }
    if (provider !== undefined && provider !== null && !(await mappings.listProviders()).some(({ id }) => id === provider)) {
      throw fail('email.provider_unknown', { errors: { provider_id: ['There is no such e-mail provider.'] } })
    }
    return found
  }

  /** Whether a mail is sent must tell nobody anything about the link in it. */
  function requireNoLink({ conditions }: ChangedMapping) {
    if (!Object.keys(conditions?.when ?? {}).some((field) => field.startsWith('link.'))) return
    throw fail('email.condition_link', { errors: { conditions: ['A link may not decide whether a mail is sent.'] } })
  }

  /** Mail that an account depends on goes out whatever happens. */
  function requireHarmless(event: string, { is_active, conditions }: ChangedMapping) {
    if (!isEssentialEvent(event)) return
    const isConditional = conditions?.enabled === false || Object.keys(conditions?.when ?? {}).length > 0
    if (is_active === false || isConditional) throw fail('email.mapping_essential')
  }

  return { requireChoices, requireNoLink, requireHarmless }
}
