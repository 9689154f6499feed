import { useLingui } from '@lingui/react/macro'
import type { CallInput } from '@twofold/contract/endpoint'
import { rotateKey } from '@twofold/contract/keys'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { keyDetailQuery } from './key-detail.ts'
import { keysQuery } from './keys.ts'

export interface Rotation {
  parameters: KeyParameters
  codes: [string, string]
  dropBackupCodes: boolean
}

/** Replaces the secret of a key. Asks for the PIN where it has to. */
export function useRotateSecret(id: string, onClose: () => void) {
  const { t } = useLingui()
  return useAct({
    send: ({ parameters, codes, dropBackupCodes }: Rotation) =>
      call(rotateKey, { params: { id }, body: { ...settingsOf(parameters), codes, drop_backup_codes: dropBackupCodes } }),
    failed: t`The secret could not be replaced. Please try again.`,
    renews: [keysQuery.queryKey, keyDetailQuery(id).queryKey],
    closes: onClose,
  })
}

/** Only parameters of this kind of key. */
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
