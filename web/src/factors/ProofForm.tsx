import { useLingui } from '@lingui/react/macro'
import type { CallParts } from '@twofold/contract/endpoint'
import type { ClosedProof, proveAccount } from '@twofold/contract/trust'
import { type ComponentProps, useState } from 'react'
import { GateForm } from '../kits/GateForm.tsx'
import { PageForm } from '../kits/PageForm.tsx'
import { useSentForm } from '../kits/use-sent-form.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { OrLine } from '../ui/OrLine.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PinField } from './PinField.tsx'

export type Proof = CallParts<typeof proveAccount>['body']
type Typed = Exclude<ClosedProof, 'passkey'>

const bodyOf = (method: Typed, text: string): Proof =>
  method === 'pin' ? { method, pin: text } : method === 'password' ? { method, password: text } : { method, code: text }

async function passkey(): Promise<Proof> {
  const { askPasskey } = await import('../lib/ask-passkey.ts')
  return { method: 'passkey', ...(await askPasskey()) }
}

interface ProofFormProps {
  proofs: readonly ClosedProof[]
  send: (proof: Proof) => Promise<unknown>
  submitLabel: string
  onProven: () => void
}

/** Takes one of several proofs; the strongest first. */
export function ProofForm({ proofs, send, submitLabel, onProven }: ProofFormProps) {
  const { t } = useLingui()
  const names = useProofNames()
  const [chosen, setChosen] = useState<ClosedProof>()
  const method = chosen ?? proofs[0]
  const form = useSentForm({
    values: { text: '' },
    send: async ({ text }) => method && send(method === 'passkey' ? await passkey() : bodyOf(method, text)),
    said: false,
    failed: t`This could not be checked. Please try again.`,
    // Whatever the call names it, there is one field.
    fieldOf: () => 'text',
    renews: [],
    onSubmit: (typed, go) => typed.text.trim() !== '' && go(typed),
    leaves: 'nothing',
    onAnswer: onProven,
    // Ready for another attempt.
    onRefused() {
      form.setFocus('text')
      form.reset()
    },
  })
  if (method === undefined) return null
  // At first the page says what happened, and that is to be read. Choosing a proof means typing it next.
  const Form = chosen ? GateForm : PageForm
  return (
    <div className="grid gap-5">
      <FailureAlert>{form.failure}</FailureAlert>
      {method === 'passkey' ? (
        <Button variant="primary" size="lg" block pending={form.isPending} onPress={() => form.send({ text: '' })}>
          {names.passkey}
        </Button>
      ) : (
        <Form key={method} form={form} onChange={form.forget}>
          <TypedProof method={method} readOnly={form.isPending} {...form.field('text')} />
          <Button type="submit" variant="primary" size="lg" block pending={form.isPending} pendingLabel={t`Checking...`}>
            {submitLabel}
          </Button>
        </Form>
      )}
      <OtherProofs
        proofs={proofs.filter((other) => other !== method)}
        onChoose={(other) => {
          form.reset()
          form.forget()
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
        : { mono: true, autoComplete: method === 'totp' ? 'one-time-code' : 'off', 'data-proof': '' })}
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
