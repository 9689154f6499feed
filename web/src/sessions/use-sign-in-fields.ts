import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react'
import { useIsSettled } from '../lib/use-is-settled.ts'
import type * as Rules from './sign-in-rules.ts'

export interface SignInValues {
  email: string
  password: string
  remember: boolean
}

type FieldName = keyof SignInValues
type Complaints = Partial<Record<FieldName, string | undefined>>

let rules: typeof Rules | undefined

/** Should they not arrive, the server checks alone. */
async function loadRules(): Promise<void> {
  rules ??= await import('./sign-in-rules.ts').catch(() => undefined)
}

/**
 * The fields of the sign-in form, checked when they are left and from then on while they are corrected, as react-hook-form does it with
 * `onTouched`. Without that library, and with rules that are fetched late, the first screen is there 21 kB sooner.
 */
export function useSignInFields() {
  const inputs = useRef(new Map<FieldName, HTMLInputElement>())
  const left = useRef(new Set<FieldName>())
  const [complaints, setComplaints] = useState<Complaints>({})
  const [isValid, setIsValid] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const isSettled = useIsSettled()
  useEffect(() => {
    if (isSettled) void loadRules()
  }, [isSettled])

  const values = (): SignInValues => ({
    email: inputs.current.get('email')?.value ?? '',
    password: inputs.current.get('password')?.value ?? '',
    remember: inputs.current.get('remember')?.checked ?? false,
  })

  async function check(): Promise<Complaints> {
    await loadRules()
    const found: Complaints = rules?.checkSignIn(values()) ?? {}
    setIsValid(Object.keys(found).length === 0)
    return found
  }

  async function checkField(name: FieldName) {
    const found = await check()
    if (left.current.has(name)) setComplaints((known) => ({ ...known, [name]: found[name] }))
  }

  /** Shows complaints, and leads to the first field that has one. */
  function complain(found: Complaints) {
    setComplaints(found)
    setIsValid(false)
    for (const [name, input] of inputs.current) if (found[name] !== undefined) return input.focus()
  }

  const register = (name: FieldName, onText?: (text: string) => void): ComponentPropsWithRef<'input'> => ({
    name,
    ref: (input) => {
      const before = inputs.current.get(name)
      if (!input || input === before) return
      inputs.current.set(name, input)
      // The form was away for a notice, and is back with what was typed.
      if (before) [input.value, input.checked] = [before.value, before.checked]
    },
    onFocus: () => void loadRules(),
    onChange: ({ target }) => {
      onText?.(target.value)
      const { email, password, remember } = values()
      setIsDirty(email !== '' || password !== '' || remember)
      void checkField(name)
    },
    onBlur: () => {
      left.current.add(name)
      void checkField(name)
    },
  })

  /** Sends what is right with `send`; of what is not, the first field gets the focus, and `refuse` is called. */
  async function handleSubmit(send: (values: SignInValues) => void, refuse: () => void) {
    for (const name of inputs.current.keys()) left.current.add(name)
    if (!rules) setIsChecking(true)
    const found = await check()
    setIsChecking(false)
    if (Object.keys(found).length === 0) {
      setComplaints({})
      return send(values())
    }
    complain(found)
    refuse()
  }

  return { register, values, complaints, complain, isValid, isDirty, isChecking, handleSubmit }
}
