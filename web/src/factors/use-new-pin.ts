import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePin } from '@twofold/contract/profile'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { toast } from '../ui/toast.ts'
import { type Factors, factorsQuery } from './factors.ts'
import { formField, newPinBody, newPinResolver, type NewPinValues, type PinProof, proofsFor } from './pin-proofs.ts'

const empty: NewPinValues = { proof: '', new_pin: '', new_pin_confirmation: '' }

/** The form for a new PIN: what proves that it is oneself, the PIN, and the PIN once more. */
export function useNewPin(factors: Factors, onDone: (pin: string) => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const proofs = proofsFor(factors)
  const [chosen, setChosen] = useState<PinProof>()
  const proof = chosen !== undefined && proofs.includes(chosen) ? chosen : (proofs[0] ?? 'nothing')
  const missing: Record<PinProof, string> = {
    pin: t`PIN is required`,
    password: t`Current password is required`,
    totp: t`Please enter the code`,
    recovery_code: t`Please enter a recovery code`,
    nothing: '',
  }
  const form = useForm<NewPinValues>({ mode: 'onTouched', resolver: newPinResolver(proof, missing[proof]), defaultValues: empty })
  useUnsavedChanges(form.formState.isDirty)
  const [failure, setFailure] = useState<string>()
  const change = useMutation({
    mutationFn: (values: NewPinValues) => call(changePin, { body: newPinBody(proof, values) }),
    onSuccess: ({ message }, { new_pin }) => {
      toast.success(message, { duration: 3000 })
      form.reset(empty)
      setChosen(undefined)
      onDone(new_pin)
    },
    onError: (error) => {
      const complaints = error instanceof ApiError ? Object.entries(error.errors) : []
      complaints.forEach(([field, [message]], index) =>
        form.setError(formField(field), { type: 'server', message: message ?? '' }, { shouldFocus: index === 0 }),
      )
      const otherwise = t`The server cannot be reached. Check your connection and try again.`
      setFailure(complaints.length > 0 ? t`Please fix the errors above` : failureMessage(error, otherwise))
    },
    onSettled: () => client.invalidateQueries(factorsQuery),
  })
  return {
    form,
    proof,
    proofs,
    failure,
    isPending: change.isPending,
    choose(next: PinProof) {
      setChosen(next)
      form.resetField('proof')
      setFailure(undefined)
    },
    submit: form.handleSubmit((values) => {
      setFailure(undefined)
      change.mutate(values)
    }),
  }
}

export type NewPin = ReturnType<typeof useNewPin>
