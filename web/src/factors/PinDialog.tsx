import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../kits/FormDialog.tsx'
import { Loading } from '../ui/Loading.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { NewPinFields } from './NewPinFields.tsx'
import { ForgotPin, PinEntry } from './PinEntry.tsx'
import { PinStanding } from './PinStanding.tsx'
import { usePinLock } from './use-pin-lock.ts'
import { useNewPin } from './use-new-pin.ts'
import { useVerifyPin } from './use-verify-pin.ts'

/** Asks for the PIN before something leaves the vault; without a PIN that can be used, for a new one first. */
export function PinDialog({ onAnswer }: { onAnswer: (isRight: boolean) => void }) {
  const { data: factors, isPending, dataUpdatedAt } = useQuery({ ...factorsQuery, staleTime: 0 })
  const [isNew, setIsNew] = useState(false)
  const needsNew = factors?.pin_state === 'none' || factors?.pin_state === 'void'
  // Stays until the new PIN has opened the vault, though by then there is a PIN.
  if (needsNew && !isNew) setIsNew(true)
  if (factors && isNew) return <NewPinDialog factors={factors} onAnswer={onAnswer} onBack={() => setIsNew(false)} />
  return (
    <EnterPinDialog isLoading={isPending} factors={factors} knownAt={dataUpdatedAt} onAnswer={onAnswer} onWantNew={() => setIsNew(true)} />
  )
}

interface EnterPinDialogProps {
  isLoading: boolean
  /** Undefined while they are loaded, and when they could not be loaded: then the try itself tells. */
  factors: Factors | undefined
  knownAt: number
  onAnswer: (isRight: boolean) => void
  onWantNew: () => void
}

function EnterPinDialog({ isLoading, factors, knownAt, onAnswer, onWantNew }: EnterPinDialogProps) {
  const { t } = useLingui()
  const verify = useVerifyPin(() => onAnswer(true))
  const minutes = usePinLock(factors, knownAt)
  return (
    <FormDialog
      form={{ submit: () => verify.submit(), isPending: verify.isPending, onClose: () => onAnswer(false) }}
      title={t`Enter your PIN`}
      subtitle={t`Needed to show secrets or export keys. Stays unlocked for 5 minutes.`}
      size="sm"
      submitLabel={<Trans>Continue</Trans>}
      pendingLabel={t`Checking...`}
      disabledReason={isLoading ? t`Please wait.` : minutes > 0 ? t`Please wait until the time is over.` : undefined}
    >
      {isLoading ? <Loading /> : <PinEntry verify={verify} lockedMinutes={minutes} />}
      {factors && <ForgotPin onPress={onWantNew} />}
    </FormDialog>
  )
}

function NewPinDialog({ factors, onAnswer, onBack }: { factors: Factors; onAnswer: (isRight: boolean) => void; onBack: () => void }) {
  const { t } = useLingui()
  const verify = useVerifyPin(() => onAnswer(true), onBack)
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
      form={{ submit: newPin.submit, isPending: newPin.isPending || verify.isPending, onClose: () => onAnswer(false) }}
      title={t`Set a new PIN`}
      subtitle={t`You need it for what leaves the vault.`}
      size="sm"
      submitLabel={newPin.proof === 'link' ? <Trans>Send link</Trans> : <Trans>Set PIN</Trans>}
      pendingLabel={t`Saving...`}
    >
      <PinStanding state={shown.pin_state} />
      <NewPinFields newPin={newPin} />
    </FormDialog>
  )
}
