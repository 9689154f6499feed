import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { verifyPin } from '@twofold/contract/pin'
import { useState } from 'react'
import { useAct } from '../kits/use-act.ts'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { factorsQuery } from './factors.ts'

/** Refusals that are a state of the PIN rather than a mistake in the field. */
const states = new Set(['pin.locked', 'pin.void', 'pin.not_set'])

/** Verifies a PIN. `complaint` says what is wrong with it; the resulting state of the PIN comes with `factorsQuery`. */
export function useVerifyPin(onRight: () => void, onRefused = () => {}) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [pin, setPin] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const verify = useAct({
    send: (entered: string) => call(verifyPin, { body: { pin: entered } }),
    failed: false,
    said: false,
    renews: [],
    onAnswer: onRight,
    onRefused: (error) => {
      setPin('')
      onRefused()
      const isState = error instanceof ApiError && states.has(error.code)
      setComplaint(isState ? undefined : failureMessage(error, t`The PIN could not be checked. Please try again.`))
      const refreshed = client.invalidateQueries(factorsQuery)
      // A complaint is there to be read, and the next PIN is typed at once; a state is shown by what is on its way.
      return isState ? refreshed : undefined
    },
  })
  return {
    pin,
    complaint,
    isPending: verify.isPending,
    enter(typed: string) {
      setPin(typed)
      setComplaint(undefined)
    },
    submit(entered = pin) {
      if (verify.isPending) return
      if (entered === '') return setComplaint(t`PIN is required`)
      if (entered.length < 4) return setComplaint(t`PIN must be exactly 4 digits`)
      verify.mutate(entered)
    },
  }
}
