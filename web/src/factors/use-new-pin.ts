import { useLingui } from '@lingui/react/macro'
import { requestNewPin } from '@twofold/contract/pin'
import { changePin } from '@twofold/contract/profile'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAct } from '../kits/use-act.ts'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { NoPasskey } from '../lib/no-passkey.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { type Factors, factorsQuery } from './factors.ts'
import { formField, newPinBody, newPinResolver, type NewPinValues, type PinProof, proofsFor, takesPassword } from './pin-proofs.ts'

const empty: NewPinValues = { proof: '', password: '', new_pin: '', new_pin_confirmation: '' }

/** Throws an ApiError, or a NoPasskey where one was asked for. */
async function replacePin(proof: PinProof, values: NewPinValues) {
  const passkey = proof === 'passkey' ? await import('../lib/ask-passkey.ts').then(({ askPasskey }) => askPasskey()) : undefined
  return call(changePin, { body: { ...newPinBody(proof, values), ...(passkey && { passkey }) } })
}

/**
 * The form for a new PIN: what proves that it is oneself, the PIN, and the PIN once more; or for a link by which it is set elsewhere.
 * `isForgotten`: the person does not know the PIN that they have.
 */
export function useNewPin(factors: Factors, onDone: (pin: string) => void, { isForgotten } = { isForgotten: false }) {
  const { t } = useLingui()
  const proofs = proofsFor(factors, isForgotten)
  const [chosen, setChosen] = useState<PinProof>()
  const proof = chosen !== undefined && proofs.includes(chosen) ? chosen : (proofs[0] ?? 'nothing')
  const missing: Record<PinProof, string> = {
    pin: t`PIN is required`,
    password: t`Current password is required`,
    totp: t`Please enter the code`,
    recovery_code: t`Please enter a recovery code`,
    passkey: '',
    link: '',
    nothing: '',
  }
  const hasPassword = takesPassword(factors, proof)
  const form = useForm<NewPinValues>({
    mode: 'onTouched',
    resolver: newPinResolver(proof, hasPassword, missing),
    defaultValues: empty,
  })
  useUnsavedChanges(form.formState.isDirty)
  const [failure, setFailure] = useState<string>()
  /** Address that a link was sent to. */
  const [sent, setSent] = useState<string>()
  const change = useAct({
    send: (values: NewPinValues) =>
      proof === 'link' ? call(requestNewPin, { body: { current_password: values.password } }) : replacePin(proof, values),
    failed: false,
    said: ({ message }) => proof !== 'link' && { message, duration: 3000 },
    // The user has seen the error and may submit again at once.
    renews: [factorsQuery.queryKey],
    waits: false,
    onAnswer: ({ message }, { new_pin }) => {
      form.reset(empty)
      if (proof === 'link') return setSent(message)
      setChosen(undefined)
      onDone(new_pin)
    },
    onRefused: (error) => {
      // A passkey has no field to complain at.
      const complaints = error instanceof ApiError ? Object.entries(error.errors).filter(([field]) => field !== 'passkey') : []
      if (error instanceof NoPasskey) return setFailure(error.message)
      complaints.forEach(([field, [message]], index) =>
        form.setError(formField(field, hasPassword), { type: 'server', message: message ?? '' }, { shouldFocus: index === 0 }),
      )
      const otherwise = t`The server cannot be reached. Check your connection and try again.`
      setFailure(complaints.length > 0 ? t`Please fix the errors above` : failureMessage(error, otherwise))
    },
  })
  return {
    form,
    proof,
    proofs,
    hasPassword,
    failure,
    sent,
    isPending: change.isPending,
    choose(next: PinProof) {
      setChosen(next)
      form.resetField('proof')
      setFailure(undefined)
      setSent(undefined)
    },
    submit: form.handleSubmit((values) => {
      setFailure(undefined)
      setSent(undefined)
      change.mutate(values)
    }),
  }
}

export type NewPin = ReturnType<typeof useNewPin>
