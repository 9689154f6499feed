import { useLingui } from '@lingui/react/macro'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { parseConditions, showConditions } from './mapping-draft.ts'
import { useSaveMapping } from './use-mapping-acts.ts'

type MappingFormOptions = {
  stored: Mapping | undefined
  /** What a new mapping begins with. */
  templateSlug: string
  onSaved: () => void
}

/** What is typed of a mapping, what is wrong with it, and the way to save it. */
export function useMappingForm({ stored, templateSlug, onSaved }: MappingFormOptions) {
  const { t } = useLingui()
  const first = {
    event_name: stored?.event_name ?? '',
    template_slug: stored?.template_slug ?? templateSlug,
    provider_id: stored?.provider_id ?? '',
    is_active: stored?.is_active ?? true,
    description: stored?.description ?? '',
    conditions: showConditions(stored?.conditions ?? {}),
  }
  const [values, setValues] = useState(first)
  const [complaints, setComplaints] = useState<Partial<Record<keyof typeof first, string>>>({})
  const save = useSaveMapping(stored)
  useUnsavedChanges(JSON.stringify(values) !== JSON.stringify(first) && !save.isSuccess)
  const change = (part: Partial<typeof first>) => {
    setValues({ ...values, ...part })
    setComplaints({})
  }
  const refused = save.error instanceof ApiError ? save.error.errors : {}
  const errorOf = (field: keyof typeof first) => complaints[field] ?? refused[field]?.[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseConditions(values.conditions)
    const wrong = {
      ...(values.event_name === '' && { event_name: t`Please choose an event` }),
      ...(values.template_slug === '' && { template_slug: t`Please choose a template` }),
      ...('complaint' in parsed && { conditions: parsed.complaint === 'json' ? t`Invalid JSON in conditions field` : parsed.complaint }),
    }
    setComplaints(wrong)
    if (Object.keys(wrong).length > 0 || 'complaint' in parsed || save.isPending) return
    const { provider_id: provider, description, ...others } = values
    const body = { ...others, conditions: parsed.conditions, provider_id: provider || null, description: description.trim() || null }
    save.mutate(body, { onSuccess: onSaved })
  }
  return { values, change, errorOf, save, submit }
}
