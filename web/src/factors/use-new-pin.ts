import { useLingui } from '@lingui/react/macro'
import { requestNewPin } from '@twofold/contract/pin'
import { changePin } from '@twofold/contract/profile'
import { useState } from 'react'
import { useSentForm } from '../kits/use-sent-form.ts'
import { call } from '../lib/call.ts'
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
  const form = useSentForm({
    mode: 'onTouched',
    rules: newPinResolver(proof, hasPassword, missing),
    values: empty,
    pointsAbove: true,
    // A passkey has no field to complain at.
    fieldOf: (field) => (field === 'passkey' ? undefined : formField(field, hasPassword)),
    send: async (values: NewPinValues) => {
      const isLink = proof === 'link'
      const { message } = await (isLink ? call(requestNewPin, { body: { current_password: values.password } }) : replacePin(proof, values))
      return { message, isLink }
    },
    failed: t`The server cannot be reached. Check your connection and try again.`,
    said: ({ message, isLink }) => !isLink && { message, duration: 3000 },
    // The user has seen the error and may submit again at once.
    renews: [factorsQuery.queryKey],
    waits: false,
    leaves: 'nothing',
    onAnswer: ({ isLink }, { new_pin }) => {
      if (isLink) return
      setChosen(undefined)
      onDone(new_pin)
    },
  })
  return {
    ...form,
    proof,
    proofs,
    hasPassword,
    /** Message about the address that a link was sent to. */
    sent: form.answer?.isLink ? form.answer.message : undefined,
    choose(next: PinProof) {
      setChosen(next)
      form.resetField('proof')
      form.forget()
    },
  }
}

export type NewPin = ReturnType<typeof useNewPin>
