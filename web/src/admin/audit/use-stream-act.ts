import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AuditStream, changeStream, deleteStream, retryStream } from '@twofold/contract/admin/streams'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { streamsKey } from './streams.ts'

/** Pauses a stream, or lets it go on. */
export function usePauseStream() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name, target, is_active }: AuditStream) =>
      call(changeStream, { params: { id }, body: { name, target, is_active: !is_active } }),
    meta: { fallback: t`The stream could not be changed` },
    onSettled: () => client.invalidateQueries({ queryKey: streamsKey }),
  })
}

export function useRetryStream() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(retryStream, { params: { id } }),
    meta: { fallback: t`The stream could not be tried again` },
    onSuccess: () => toast.success(t`The stream is tried again.`),
    onSettled: () => client.invalidateQueries({ queryKey: streamsKey }),
  })
}

export function useRemoveStream() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteStream, { params: { id } }),
    meta: { fallback: t`The stream could not be removed` },
    onSuccess: () => toast.success(t`The stream is removed.`),
    onSettled: () => client.invalidateQueries({ queryKey: streamsKey }),
  })
}
