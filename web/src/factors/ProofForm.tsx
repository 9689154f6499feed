import { useLingui } from '@lingui/react/macro'
import type { CallParts } from '@twofold/contract/endpoint'
import type { ClosedProof, proveAccount } from '@twofold/contract/trust'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { useAct } from '../kits/use-act.ts'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { OrLine } from '../ui/OrLine.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PinField } from './PinField.tsx'

export type Proof = CallParts<typeof proveAccount>['body']
type Typed = Exclude<ClosedProof, 'passkey'>

const bodyOf = (method: Typed, text: string): Proof =>
  method === 'pin' ? { method, pin: text } : method === 'password' ? { method, password: text } : { method, code: text }

interface ProofFormProps {
  proofs: readonly ClosedProof[]
  send: (proof: Proof) => Promise<unknown>
  submitLabel: string
  onProven: () => void
}

/** Takes one of several proofs; the strongest first. */
export function ProofForm({ proofs, send, submitLabel, onProven }: ProofFormProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ClosedProof>()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const prove = useAct({
    send: async (proof: Proof | 'passkey') => {
      if (proof !== 'passkey') return send(proof)
      const { askPasskey } = await import('../lib/ask-passkey.ts')
      return send({ method: 'passkey', ...(await askPasskey()) })
    },
    failed: false,
    said: false,
    renews: [],
    onAnswer: onProven,
    onRefused: () => setText(''),
  })
  const names = useProofNames()
  const method = chosen ?? proofs[0]
  useEffect(() => {
    // Ready for another attempt.
    if (prove.isError) field.current?.focus()
  }, [prove.isError])
  if (method === undefined) return null
  const failure = prove.isError ? failureMessage(prove.error, t`This could not be checked. Please try again.`) : undefined
  const complaints = prove.error instanceof ApiError ? Object.values(prove.error.errors).flat() : []
  const enter = (typed: string) => {
    prove.reset()
    setText(typed)
  }
  function submit(event: FormEvent, by: Typed) {
    event.preventDefault()
    if (text.trim() !== '' && !prove.isPending) prove.mutate(bodyOf(by, text))
  }
  const own = {
    ref: field,
    value: text,
    readOnly: prove.isPending,
    onChange: (event: { target: { value: string } }) => enter(event.target.value),
    error: complaints[0],
  }
  return (
    <div className="grid gap-5">
      <FailureAlert>{(method === 'passkey' || complaints.length === 0) && failure}</FailureAlert>
      {method === 'passkey' ? (
        <Button variant="primary" size="lg" block pending={prove.isPending} onPress={() => prove.mutate('passkey')}>
          {names.passkey}
        </Button>
      ) : (
        <form noValidate className="grid gap-5" onSubmit={(event) => submit(event, method)}>
          <TypedProof {...own} method={method} />
          <Button type="submit" variant="primary" size="lg" block pending={prove.isPending} pendingLabel={t`Checking...`}>
            {submitLabel}
          </Button>
        </form>
      )}
      <OtherProofs
        proofs={proofs.filter((other) => other !== method)}
        onChoose={(other) => {
          enter('')
          setChosen(other)
        }}
      />
    </div>
  )
}

function useProofNames(): Record<ClosedProof, string> {
  const { t } = useLingui()
  return {
    passkey: t`Use a passkey`,
    totp: t`Use your authenticator app`,
    recovery_code: t`Use a recovery code`,
    pin: t`Use your PIN from before`,
    password: t`Use your password from before`,
  }
}

/** The field of a proof that is typed. */
function TypedProof({ method, ...field }: Omit<ComponentProps<typeof PinField>, 'label'> & { method: Typed }) {
  const { t } = useLingui()
  const labels: Record<Typed, string> = {
    totp: t`Code from your authenticator app`,
    recovery_code: t`Recovery code`,
    pin: t`Your PIN from before`,
    password: t`Your password from before`,
  }
  if (method === 'pin') return <PinField {...field} label={labels.pin} />
  return (
    <TextField
      {...field}
      label={labels[method]}
      maxLength={256}
      {...(method === 'password'
        ? { type: 'password', autoComplete: 'current-password' }
        : { mono: true, autoComplete: method === 'totp' ? 'one-time-code' : 'off' })}
    />
  )
}

function OtherProofs({ proofs, onChoose }: { proofs: readonly ClosedProof[]; onChoose: (proof: ClosedProof) => void }) {
  const names = useProofNames()
  if (proofs.length === 0) return null
  return (
    <div className="grid gap-3">
      <OrLine />
      {proofs.map((other) => (
        <Button key={other} block onPress={() => onChoose(other)}>
          {names[other]}
        </Button>
      ))}
    </div>
  )
}
