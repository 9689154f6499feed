import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeMapping,
  changeMappingPart,
  createMapping,
  removeMapping,
  toggleMapping,
  type WholeMapping,
} from '@twofold/contract/mail-rules/mapping-calls'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../../mail-design/toast-options.ts'

/** Everything that these touch: the mappings, the dashboard's panel, and what templates say of their events. */
const touched = ['admin', 'email']

export function useToggleMapping() {
  const { t } = useLingui()
  const failed = (message: string) => t`Failed to update event mapping: ${message}`
  const said = ({ is_active: isActive }: Mapping) => (isActive ? t`Event mapping enabled` : t`Event mapping disabled`)
  const undo = useAct({
    send: ({ id, is_active: isActive }: Mapping) => call(changeMappingPart, { params: { id }, body: { is_active: !isActive } }),
    failed,
    said: ({ mapping }) => said(mapping),
    renews: [touched],
    ...emailToast,
  })
  return useAct({
    send: ({ id }: Pick<Mapping, 'id'>) => call(toggleMapping, { params: { id } }),
    failed,
    said: ({ mapping }) => said(mapping),
    undo: ({ mapping }) => undo.mutate(mapping),
    renews: [touched],
    ...emailToast,
  })
}

export function useRemoveMapping() {
  const { t } = useLingui()
  return useAct({
    send: ({ id }: Pick<Mapping, 'id'>) => call(removeMapping, { params: { id } }),
    failed: (message) => t`Failed to remove event mapping: ${message}`,
    said: () => t`Event mapping removed`,
    renews: [touched],
    ...emailToast,
  })
}

/** A new mapping, or another state of the stored one. What it refuses is shown by its dialog. */
export function useSaveMapping(stored: Mapping | undefined) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WholeMapping) => (stored ? call(changeMapping, { params: { id: stored.id }, body }) : call(createMapping, { body })),
    onSuccess: ({ missing_variables: missing }) => {
      toast.success(stored ? t`Event mapping updated` : t`Event mapping created`, emailToast)
      const names = missing.join(', ')
      if (missing.length > 0)
        toast.warning(t`The event does not have these variables of the template, which stay empty: ${names}`, emailToast)
      return client.invalidateQueries({ queryKey: touched })
    },
  })
}
