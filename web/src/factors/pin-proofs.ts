import type { CallInput } from '@twofold/contract/endpoint'
import { changePin } from '@twofold/contract/profile'
import type { FieldErrors as Problems, Resolver } from 'react-hook-form'
import { translateComplaint } from '../lib/error-messages.ts'
import type { Factors } from './factors.ts'

/** What shows that it is oneself who sets a new PIN. `nothing`: an account that has nothing but its sign-in somewhere else. */
export type PinProof = 'pin' | 'password' | 'totp' | 'recovery_code' | 'nothing'

export interface NewPinValues {
  proof: string
  new_pin: string
  new_pin_confirmation: string
}

type Body = CallInput<typeof changePin>['body']

/** The field of the call in which each proof stands. */
const fieldOf = {
  pin: 'current_pin',
  password: 'current_password',
  totp: 'totp_code',
  recovery_code: 'recovery_code',
} as const satisfies Record<Exclude<PinProof, 'nothing'>, keyof Body>

/** What the server would take, the best first: what stands for a PIN that is good is that PIN itself, or a recovery code. */
export function proofsFor(factors: Factors): PinProof[] {
  const isUsable = factors.pin_state === 'good' || factors.pin_state === 'locked'
  const proofs: PinProof[] = isUsable ? ['pin'] : []
  if (!isUsable && factors.has_password) proofs.push('password')
  if (!isUsable && factors.totp.is_enabled) proofs.push('totp')
  if (factors.recovery_codes.available > 0) proofs.push('recovery_code')
  return proofs.length > 0 ? proofs : ['nothing']
}

export function newPinBody(proof: PinProof, { proof: shown, ...pins }: NewPinValues): Body {
  return proof === 'nothing' ? pins : { ...pins, [fieldOf[proof]]: shown }
}

/** Whatever field of the call a complaint is about, the form has one field for it. */
export function formField(field: string): keyof NewPinValues {
  return field === 'new_pin' || field === 'new_pin_confirmation' ? field : 'proof'
}

/** Checks the form with the rules of the call; `missing` is said where nothing was entered to prove oneself with. */
export function newPinResolver(proof: PinProof, missing: string): Resolver<NewPinValues> {
  return (values) => {
    const parsed = changePin.body.safeParse(newPinBody(proof, values))
    const errors: Record<string, { type: string; message: string }> = {}
    if (proof !== 'nothing' && values.proof.trim() === '') errors['proof'] = { type: 'required', message: missing }
    for (const { path, message } of parsed.error?.issues ?? [])
      errors[formField(path.join('.'))] ??= { type: 'contract', message: translateComplaint(message) }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: errors as Problems<NewPinValues> }
  }
}
