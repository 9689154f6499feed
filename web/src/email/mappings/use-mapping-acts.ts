import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeMapping,
  changeMappingPart,
  createMapping,
  removeMapping,
  toggleMapping,
  type WholeMapping,
} from '@twofold/contract/email/mapping-calls'
import type { Mapping } from '@twofold/contract/email/mappings'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'

/** Everything that these touch: the mappings, the dashboard's panel, and what templates say of their events. */
function useRenew() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['admin', 'email'] })
}

export function useToggleMapping() {
  const { t } = useLingui()
  const renew = useRenew()
  const meta = { failure: (message: string) => t`Failed to update event mapping: ${message}`, ...emailToast }
  const said = ({ is_active: isActive }: Mapping) => (isActive ? t`Event mapping enabled` : t`Event mapping disabled`)
  const undo = useMutation({
    mutationFn: ({ id, is_active: isActive }: Mapping) => call(changeMappingPart, { params: { id }, body: { is_active: !isActive } }),
    meta,
    onSuccess: ({ mapping }) => {
      toast.success(said(mapping), emailToast)
      return renew()
    },
  })
  return useMutation({
    mutationFn: ({ id }: Pick<Mapping, 'id'>) => call(toggleMapping, { params: { id } }),
    meta,
    onSuccess: ({ mapping }) => {
      toast.success(said(mapping), { ...emailToast, action: { label: t`Undo`, onPress: () => undo.mutate(mapping) } })
      return renew()
    },
  })
}

export function useRemoveMapping() {
  const { t } = useLingui()
  const renew = useRenew()
  return useMutation({
    mutationFn: ({ id }: Pick<Mapping, 'id'>) => call(removeMapping, { params: { id } }),
    meta: { failure: (message) => t`Failed to remove event mapping: ${message}`, ...emailToast },
    onSuccess: () => {
      toast.success(t`Event mapping removed`, emailToast)
      return renew()
    },
  })
}

/** A new mapping, or another state of the stored one. What it refuses is shown by its dialog. */
export function useSaveMapping(stored: Mapping | undefined) {
  const { t } = useLingui()
  const renew = useRenew()
  return useMutation({
    mutationFn: (body: WholeMapping) => (stored ? call(changeMapping, { params: { id: stored.id }, body }) : call(createMapping, { body })),
    onSuccess: ({ missing_variables: missing }) => {
      toast.success(stored ? t`Event mapping updated` : t`Event mapping created`, emailToast)
      const names = missing.join(', ')
      if (missing.length > 0)
        toast.warning(t`The event does not have these variables of the template, which stay empty: ${names}`, emailToast)
      return renew()
    },
  })
}
