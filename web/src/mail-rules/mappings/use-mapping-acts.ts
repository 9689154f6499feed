import { useLingui } from '@lingui/react/macro'
import type { QueryKey } from '@tanstack/react-query'
import { changeMappingPart, removeMapping, toggleMapping } from '@twofold/contract/mail-rules/mapping-calls'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'

/** Everything that these touch: the mappings, the dashboard's panel, and what templates say of their events. */
export const touched = ['admin', 'email']

export function useToggleMapping() {
  const { t } = useLingui()
  const failed = (message: string) => t`Failed to update event mapping: ${message}`
  const said = ({ is_active: isActive }: Mapping) => (isActive ? t`Event mapping enabled` : t`Event mapping disabled`)
  const undo = useAct({
    send: ({ id, is_active: isActive }: Mapping) => call(changeMappingPart, { params: { id }, body: { is_active: !isActive } }),
    failed,
    isUndo: () => true,
    said: ({ mapping }) => said(mapping),
    renews: [touched],
    ...longToast,
  })
  return useAct({
    send: ({ id }: Pick<Mapping, 'id'>) => call(toggleMapping, { params: { id } }),
    failed,
    said: ({ mapping }) => said(mapping),
    undo:
      ({ mapping }) =>
      () =>
        undo.mutate(mapping),
    renews: [touched],
    ...longToast,
  })
}

export function useRemoveMapping(renews: readonly QueryKey[] = [touched]) {
  const { t } = useLingui()
  return useAct({
    send: ({ id }: Pick<Mapping, 'id'>) => call(removeMapping, { params: { id } }),
    failed: (message) => t`Failed to remove event mapping: ${message}`,
    said: () => t`Event mapping removed`,
    renews,
    ...longToast,
  })
}
