import { useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { createToken, listTokens, revokeToken, rotateToken } from '@twofold/contract/tokens'
import { call } from '../lib/call.ts'
import { randomId } from '../lib/random-id.ts'
import { toast } from '../ui/toast.ts'

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call(listTokens, undefined, { signal }),
  select: ({ data }) => data,
})

/** A token's text, which only the answer that made it has. */
export interface MadeToken {
  name: string
  secret: string
}

const madeOf = ({ token, secret }: { token: { name: string }; secret?: string | undefined }): MadeToken => ({
  name: token.name,
  secret: secret ?? '',
})

/** The form shows by itself what is wrong with a field. */
export function useCreateToken(onMade: (made: MadeToken) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof createToken>['body']) => call(createToken, { body }, { idempotencyKey: randomId() }),
    onSuccess: (answer) => onMade(madeOf(answer)),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export function useRotateToken(onMade: (made: MadeToken) => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, hours }: { id: string; hours: number }) =>
      call(rotateToken, { params: { id }, body: { overlap_hours: hours } }, { idempotencyKey: randomId() }),
    meta: { fallback: t`The token could not be rotated. Please try again.` },
    onSuccess: (answer) => onMade(madeOf(answer)),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export function useRevokeToken(onRevoked: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeToken, { params: { id } }),
    meta: { fallback: t`The token could not be revoked. Please try again.` },
    onSuccess: ({ message }) => {
      toast.success(message, { duration: 3000 })
      onRevoked()
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}
