import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import {
  createServiceAccountToken,
  listServiceAccountTokens,
  revokeServiceAccountToken,
  rotateServiceAccountToken,
} from '@twofold/contract/service-accounts'
import { createToken, listTokens, revokeToken, rotateToken } from '@twofold/contract/tokens'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'

export const tokensQuery = queryOptions({ ...queryOf(['tokens'], listTokens), staleTime: 0, select: ({ data }) => data })

export const accountTokensQuery = (id: string) =>
  queryOptions({
    ...queryOf(['service-accounts', id, 'tokens'], listServiceAccountTokens, { params: { id } }),
    select: ({ data }) => data,
  })

/** Queries with tokens, or with a service account's number of tokens. */
export const tokensKey = (account: string | undefined) => (account === undefined ? tokensQuery.queryKey : ['service-accounts'])

/** A token's text, which only the answer that made it has. */
export interface MadeToken {
  name: string
  secret: string
}

export const madeOf = ({ token, secret }: { token: { name: string }; secret?: string | undefined }): MadeToken => ({
  name: token.name,
  secret: secret ?? '',
})

/** `account`: the service account, which has its permissions from what it is. */
export const sendToken = ({ scopes, ...body }: CallInput<typeof createToken>['body'], account?: string) =>
  account === undefined
    ? call(createToken, { body: { scopes, ...body } })
    : call(createServiceAccountToken, { params: { id: account }, body })

export function sendRotation(id: string, hours: number, account?: string) {
  const body = { overlap_hours: hours }
  return account === undefined
    ? call(rotateToken, { params: { id }, body })
    : call(rotateServiceAccountToken, { params: { id: account, token_id: id }, body })
}

export function useRevokeToken(account: string | undefined) {
  const { t } = useLingui()
  return useAct({
    send: (id: string) =>
      account === undefined
        ? call(revokeToken, { params: { id } })
        : call(revokeServiceAccountToken, { params: { id: account, token_id: id } }),
    failed: t`The token could not be revoked. Please try again.`,
    said: ({ message }) => ({ message, duration: 3000 }),
    renews: [tokensKey(account)],
  })
}
