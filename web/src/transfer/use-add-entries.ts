import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { randomId } from '../lib/random-id.ts'

export type Outcome = { state: 'adding' } | { state: 'added' } | { state: 'failed'; message: string }

/** What a key is called that has no name of its own. */
export function nameOf({ issuer, account }: { issuer?: string; account?: string }, fallback: string): string {
  return (issuer || account || fallback).slice(0, limits.keyNameMax)
}

/** Adds keys one after the other. One that failed can be added again, and is never added twice. */
export function useAddEntries(entries: readonly KeyParameters[]) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<KeyParameters, Outcome>>(new Map())
  const [idempotencyKeys] = useState(() => new Map(entries.map((entry) => [entry, randomId()])))
  const note = (entry: KeyParameters, outcome: Outcome) => setOutcomes((known) => new Map(known).set(entry, outcome))

  async function addOne(entry: KeyParameters) {
    const { kind, secret, issuer, account, algorithm, digits, period, counter } = entry
    note(entry, { state: 'adding' })
    const body = {
      name: nameOf(entry, t`Unnamed key`),
      secret,
      type: kind,
      algorithm,
      digits,
      ...(issuer && { issuer }),
      ...(account && { account }),
      ...(period !== null && { period }),
      ...(counter !== null && { counter }),
    }
    try {
      await call(addKey, { body }, { idempotencyKey: idempotencyKeys.get(entry) ?? randomId() })
      note(entry, { state: 'added' })
    } catch (error) {
      note(entry, { state: 'failed', message: failureMessage(error, t`Failed to add 2FA key. Please try again.`) })
    }
  }

  const adding = useMutation({
    mutationFn: async (chosen: readonly KeyParameters[]) => {
      for (const entry of chosen) await addOne(entry)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  return { outcomes, add: adding.mutate, isAdding: adding.isPending }
}
