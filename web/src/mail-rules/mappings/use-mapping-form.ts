import { useLingui } from '@lingui/react/macro'
import { changeMapping, createMapping } from '@twofold/contract/mail-rules/mapping-calls'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { useState } from 'react'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'
import { toast } from '../../ui/toast.ts'
import { parseConditions, showConditions } from './mapping-draft.ts'
import { touched } from './use-mapping-acts.ts'

type MappingFormOptions = {
  stored: Mapping | undefined
  templateSlug: string
  onClose: () => void
}

/** The draft of a mapping, and how to save it. */
export function useMappingForm({ stored, templateSlug, onClose }: MappingFormOptions) {
  const { t } = useLingui()
  const values = {
    event_name: stored?.event_name ?? '',
    template_slug: stored?.template_slug ?? templateSlug,
    provider_id: stored?.provider_id ?? '',
    is_active: stored?.is_active ?? true,
    description: stored?.description ?? '',
    conditions: showConditions(stored?.conditions ?? {}),
  }
  // The fields hold what was read then, also when the list behind the dialog is newer by now.
  const [readAt] = useState(stored?.updated_at)
  return useFormDialog({
    values,
    send: async ({ conditions, provider_id: provider, description, ...others }: typeof values) => {
      const parsed = parseConditions(conditions)
      if ('complaint' in parsed) throw new Error(parsed.complaint)
      const body = {
        ...others,
        conditions: parsed.conditions,
        provider_id: provider || null,
        description: description.trim() || null,
      }
      return stored
        ? call(changeMapping, { params: { id: stored.id }, body: { ...body, unchanged_since: readAt } })
        : call(createMapping, { body })
    },
    failed: (reason) => (stored ? t`Failed to update event mapping: ${reason}` : t`Failed to create event mapping: ${reason}`),
    said: () => (stored ? t`Event mapping updated` : t`Event mapping created`),
    renews: [touched],
    onDone: ({ missing_variables: missing }) => {
      const names = missing.join(', ')
      if (missing.length > 0)
        toast.warning(t`The event does not have these variables of the template, which stay empty: ${names}`, longToast)
    },
    onClose,
    ...longToast,
  })
}
