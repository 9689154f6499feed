import { useLingui } from '@lingui/react/macro'
import { changeMappingPart, createMapping } from '@twofold/contract/mail-rules/mapping-calls'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { randomId } from '../../lib/random-id.ts'
import { toast } from '../../ui/toast.ts'
import { longToast } from '../../ui/toast-options.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { mappingsKey } from '../mappings/mappings.ts'
import { useRemoveMapping } from '../mappings/use-mapping-acts.ts'

/** Links events with a template, switches the links and removes them. */
export function useTemplateMappings(template: Pick<Template, 'slug' | 'provider_id'>) {
  const { t } = useLingui()
  const renews = [mappingsKey, [...templatesKey, template.slug], [...templatesKey, 'list']]
  return {
    link: useAct({
      send: (event: string) =>
        call(
          createMapping,
          { body: { event_name: event, template_slug: template.slug, provider_id: template.provider_id, is_active: true } },
          { idempotencyKey: randomId() },
        ),
      failed: (reason) => t`Failed to create event mapping: ${reason}`,
      said: () => t`Event mapping created`,
      renews,
      ...longToast,
      onDone: ({ missing_variables: missing }) => {
        const names = missing.join(', ')
        if (names) toast.warning(t`This event does not have what the template uses: ${names}`, { duration: 10_000 })
      },
    }),
    toggle: useAct({
      send: ({ id, isActive }: { id: string; isActive: boolean }) =>
        call(changeMappingPart, { params: { id }, body: { is_active: isActive } }),
      failed: (reason) => t`Failed to update event mapping: ${reason}`,
      said: (_, { isActive }) => (isActive ? t`Event mapping enabled` : t`Event mapping disabled`),
      renews,
      ...longToast,
    }),
    remove: useRemoveMapping(renews),
  }
}
