import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../kits/FormDialog.tsx'
import { Settled } from '../kits/Settled.tsx'
import type { PinRequest } from '../lib/pin-gate.ts'
import { type Factors, factorsQuery } from './factors.ts'
import { NewPinFields } from './NewPinFields.tsx'
import { ForgotPin, PinEntry } from './PinEntry.tsx'
import { pinReason } from './pin-reason.ts'
import { PinStanding } from './PinStanding.tsx'
import { usePinLock } from './use-pin-lock.ts'
import { useNewPin } from './use-new-pin.ts'
import { useVerifyPin } from './use-verify-pin.ts'

/** Asks for the PIN before something leaves the vault; without a PIN that can be used, for a new one first. */
export function PinDialog({ request }: { request: PinRequest }) {
  const known = useQuery(factorsQuery)
  const factors = known.data
  const [isNew, setIsNew] = useState(false)
  const needsNew = factors?.pin_state === 'none' || factors?.pin_state === 'void'
  // Stays until the new PIN has opened the vault, though by then there is a PIN.
  if (needsNew && !isNew) setIsNew(true)
  if (factors && isNew) return <NewPinDialog factors={factors} request={request} onBack={() => setIsNew(false)} />
  return <EnterPinDialog known={known} request={request} onWantNew={() => setIsNew(true)} />
}

interface EnterPinDialogProps {
  /** If they could not be loaded, the attempt itself shows the error. */
  known: UseQueryResult<Factors>
  request: PinRequest
  onWantNew: () => void
}

function EnterPinDialog({ known, request: { endpoint, answer }, onWantNew }: EnterPinDialogProps) {
  const { t } = useLingui()
  const verify = useVerifyPin(() => answer(true))
  const minutes = usePinLock(known.data, known.dataUpdatedAt)
  return (
    <FormDialog
      form={{ submit: () => verify.submit(), isPending: verify.isPending, onClose: () => answer(false) }}
      changesNothing
      title={t`Enter your PIN`}
      subtitle={`${pinReason(endpoint)} ${t`Stays unlocked for 5 minutes.`}`}
      size="sm"
      submitLabel={<Trans>Continue</Trans>}
      pendingLabel={t`Checking...`}
      disabledReason={known.isPending ? t`Please wait.` : minutes > 0 ? t`Please wait until the time is over.` : undefined}
    >
      <Settled of={known}>{() => <PinEntry verify={verify} lockedMinutes={minutes} />}</Settled>
      {known.data && <ForgotPin onPress={onWantNew} />}
    </FormDialog>
  )
}

interface NewPinDialogProps {
  factors: Factors
  request: PinRequest
  onBack: () => void
}

function NewPinDialog({ factors, request: { endpoint, answer }, onBack }: NewPinDialogProps) {
  const { t } = useLingui()
  const verify = useVerifyPin(() => answer(true), onBack)
  const [before, setBefore] = useState<Factors>()
  const shown = before ?? factors
  // The new PIN was entered a moment ago, so it need not be entered again.
  const newPin = useNewPin(
    shown,
    (pin) => {
      setBefore(shown)
      verify.submit(pin)
    },
    { isForgotten: true },
  )
  return (
    <FormDialog
      form={{ submit: newPin.submit, isPending: newPin.isPending || verify.isPending, onClose: () => answer(false) }}
      title={t`Set a new PIN`}
      subtitle={pinReason(endpoint)}
      size="sm"
      submitLabel={newPin.proof === 'link' ? <Trans>Send link</Trans> : <Trans>Set PIN</Trans>}
      pendingLabel={t`Saving...`}
    >
      <PinStanding state={shown.pin_state} />
      <NewPinFields newPin={newPin} />
    </FormDialog>
  )
}
