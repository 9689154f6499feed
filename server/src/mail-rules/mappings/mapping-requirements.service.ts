import type { ChangedMapping } from '@twofold/contract/mail-rules/mapping-calls'
import { fail, failField } from '../../platform/fail.ts'
import { isEssentialEvent } from '../../mail-design/templates/template-variables.ts'
import type { MappingsRepository } from './mappings.repository.ts'

export function createMappingRequirements() {
  /** The template, if one is named. */
  async function requireChoices(mappings: MappingsRepository, { template_slug: template, provider_id: provider }: ChangedMapping) {
    const found = template === undefined ? undefined : await mappings.findTemplate(template)
    if (template !== undefined && found === undefined) throw failField('email.template_unknown', 'template_slug')
    if (provider !== undefined && provider !== null && !(await mappings.listProviders()).some(({ id }) => id === provider)) {
      throw failField('email.provider_unknown', 'provider_id')
    }
    return found
  }

  /** A condition must not reveal anything about the link by whether an e-mail is sent. */
  function requireNoLink({ conditions }: ChangedMapping) {
    if (!Object.keys(conditions?.when ?? {}).some((field) => field.startsWith('link.'))) return
    throw failField('email.condition_link', 'conditions')
  }

  /** E-mail that an account depends on cannot be switched off or made conditional. */
  function requireHarmless(event: string, { is_active, conditions }: ChangedMapping) {
    if (!isEssentialEvent(event)) return
    const isConditional = conditions?.enabled === false || Object.keys(conditions?.when ?? {}).length > 0
    if (is_active === false || isConditional) throw fail('email.mapping_essential')
  }

  return { requireChoices, requireNoLink, requireHarmless }
}
