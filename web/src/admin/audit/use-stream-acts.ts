import { useLingui } from '@lingui/react/macro'
import { type AuditStream, changeStream, deleteStream, retryStream } from '@twofold/contract/admin/streams'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { streamsKey } from './streams.ts'

export function usePauseStream() {
  const { t } = useLingui()
  return useAct({
    send: ({ id, name, target, is_active }: AuditStream) =>
      call(changeStream, { params: { id }, body: { name, target, is_active: !is_active } }),
    failed: t`The stream could not be changed`,
    said: false,
    renews: [streamsKey],
  })
}

export function useRetryStream() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(retryStream, { params: { id } }),
    failed: t`The stream could not be tried again`,
    said: () => t`The stream is tried again.`,
    renews: [streamsKey],
  })
}

export function useRemoveStream() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(deleteStream, { params: { id } }),
    failed: t`The stream could not be removed`,
    said: () => t`The stream is removed.`,
    renews: [streamsKey],
  })
}
