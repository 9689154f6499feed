import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { rotateKey } from '@twofold/contract/keys'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { call } from '../lib/call.ts'
import { keyDetailQuery } from './key-detail.ts'
import { keysQuery } from './keys.ts'

export interface Rotation {
  parameters: KeyParameters
  codes: [string, string]
  dropBackupCodes: boolean
}

/** Replaces the secret of a key. Asks for the PIN where it has to. */
export function useRotateSecret(id: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ parameters, codes, dropBackupCodes }: Rotation) =>
      call(rotateKey, { params: { id }, body: { ...settingsOf(parameters), codes, drop_backup_codes: dropBackupCodes } }),
    meta: { fallback: t`The secret could not be replaced. Please try again.` },
    onSuccess: () => Promise.all([client.invalidateQueries(keysQuery), client.invalidateQueries(keyDetailQuery(id))]),
  })
}

/** Only what the kind of key has. */
function settingsOf({
  kind,
  secret,
  algorithm,
  digits,
  period,
  counter,
}: KeyParameters): Omit<CallInput<typeof rotateKey>['body'], 'codes'> {
  if (kind === 'steam') return { secret, type: kind }
  return { secret, type: kind, algorithm, digits, ...(period === null ? { counter: counter ?? 0 } : { period }) }
}
