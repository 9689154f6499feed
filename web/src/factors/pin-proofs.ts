import type { CallInput } from '@twofold/contract/endpoint'
import { requestNewPinBody } from '@twofold/contract/pin'
import { type changePin, changePinBody } from '@twofold/contract/profile'
import type { FieldErrors as Problems, Resolver } from 'react-hook-form'
import { translateComplaint } from '../lib/server-texts.ts'
import type { Factors } from './factors.ts'

/**
 * Ways to prove who sets a new PIN. `link`: an e-mailed one, with which the PIN is set elsewhere. `nothing`: an account with only a sign-in through a
 * provider.
 */
export type PinProof = 'pin' | 'password' | 'passkey' | 'totp' | 'recovery_code' | 'link' | 'nothing'

export interface NewPinValues {
  proof: string
  password: string
  new_pin: string
  new_pin_confirmation: string
}

type Body = CallInput<typeof changePin>['body']

/** The field of the call for each proof. */
const fieldOf = {
  pin: 'current_pin',
  password: 'current_password',
  totp: 'totp_code',
  recovery_code: 'recovery_code',
} as const satisfies Record<Exclude<PinProof, 'passkey' | 'link' | 'nothing'>, keyof Body>

/** A proof that the form has a field for. */
export type TypedProof = keyof typeof fieldOf

export const isTyped = (proof: PinProof): proof is TypedProof => proof in fieldOf

/** Proofs that the server would accept, best first. `isForgotten`: there is a valid PIN, but the person does not know it. */
export function proofsFor(factors: Factors, isForgotten: boolean): PinProof[] {
  const isVoid = factors.pin_state === 'void'
  const isUsable = factors.pin_state === 'good' || factors.pin_state === 'locked'
  if (isUsable && !isForgotten) return ['pin']
  const proofs: PinProof[] = []
  if (factors.pin_state === 'none' && factors.has_password) proofs.push('password')
  if (factors.passkeys.length > 0) proofs.push('passkey')
  if (factors.totp.is_enabled) proofs.push('totp')
  if (factors.recovery_codes.available > 0) proofs.push('recovery_code')
  if ((isVoid || isUsable) && factors.has_password) proofs.push('link')
  return proofs.length > 0 ? proofs : ['nothing']
}

/** A PIN that is there is not replaced by a second proof alone. */
export function takesPassword(factors: Factors, proof: PinProof): boolean {
  return factors.has_password && factors.pin_state !== 'none' && proof !== 'pin' && proof !== 'nothing'
}

export function newPinBody(proof: PinProof, { proof: shown, password, ...pins }: NewPinValues): Body {
  return { ...pins, ...(isTyped(proof) && { [fieldOf[proof]]: shown }), ...(password !== '' && { current_password: password }) }
}

/** Whatever field of the call a complaint is about, the form has one field for it. */
export function formField(field: string, hasPassword: boolean): keyof NewPinValues {
  if (field === 'new_pin' || field === 'new_pin_confirmation') return field
  return field === 'current_password' && hasPassword ? 'password' : 'proof'
}

/** Checks the form with the rules of the call; `missing` is said where nothing was entered to prove oneself with. */
export function newPinResolver(proof: PinProof, hasPassword: boolean, missing: Record<PinProof, string>): Resolver<NewPinValues> {
  return (values) => {
    const body = proof === 'link' ? { current_password: values.password } : newPinBody(proof, values)
    const parsed = (proof === 'link' ? requestNewPinBody : changePinBody).safeParse(body)
    const errors: Record<string, { type: string; message: string }> = {}
    if (hasPassword && values.password === '') errors['password'] = { type: 'required', message: missing.password }
    if (isTyped(proof) && values.proof.trim() === '') errors['proof'] = { type: 'required', message: missing[proof] }
    for (const { path, message } of parsed.error?.issues ?? [])
      errors[formField(path.join('.'), hasPassword)] ??= { type: 'contract', message: translateComplaint(message) }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: errors as Problems<NewPinValues> }
  }
}
