import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from '../ui/icons/LockKeyhole.ts'
import { useState } from 'react'
import { GateForm } from '../kits/GateForm.tsx'
import { PageForm } from '../kits/PageForm.tsx'
import { Settled } from '../kits/Settled.tsx'
import { useIncomingFiles } from '../lib/use-incoming-files.ts'
import { noteVaultOpened } from '../lib/vault-lock.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { NewPinFields } from './NewPinFields.tsx'
import { ForgotPin, PinEntry } from './PinEntry.tsx'
import { PinStanding } from './PinStanding.tsx'
import { useNewPin } from './use-new-pin.ts'
import { usePinLock } from './use-pin-lock.ts'
import { useVerifyPin } from './use-verify-pin.ts'

/** Opens a locked vault by the PIN; without a PIN that can be used, a new one is set first. */
export function UnlockPanel() {
  const known = useQuery(factorsQuery)
  const [isNew, setIsNew] = useState(false)
  const [hasDropped, setHasDropped] = useState(false)
  // Otherwise the browser would open the file in place of the page.
  useIncomingFiles({ enabled: true, onFiles: () => setHasDropped(true) })
  return (
    <div className="mx-auto grid max-w-form gap-5 py-8">
      <div className="grid justify-items-center gap-4 text-center text-text-2">
        <Icon icon={LockKeyhole} size={32} className="text-text-3" />
        <p className="text-balance">
          <Trans>Enter your PIN to continue.</Trans>
        </p>
      </div>
      {hasDropped && (
        <Alert type="info" announce>
          <Trans>The file was not opened. Open your vault first, then choose the file again.</Trans>
        </Alert>
      )}
      <Settled of={known}>
        {(factors) =>
          factors && (isNew || factors.pin_state === 'none' || factors.pin_state === 'void') ? (
            <NewPinForm factors={factors} onDone={() => setIsNew(false)} />
          ) : (
            <UnlockForm factors={factors} knownAt={known.dataUpdatedAt} onWantNew={() => setIsNew(true)} />
          )
        }
      </Settled>
    </div>
  )
}

interface UnlockFormProps {
  /** Undefined when they could not be loaded: then the try itself tells. */
  factors: Factors | undefined
  knownAt: number
  onWantNew: () => void
}

function UnlockForm({ factors, knownAt, onWantNew }: UnlockFormProps) {
  const { t } = useLingui()
  const verify = useVerifyPin(noteVaultOpened)
  const minutes = usePinLock(factors, knownAt)
  return (
    <PageForm form={{ submit: () => minutes === 0 && verify.submit(), isPending: verify.isPending }}>
      <PinEntry verify={verify} lockedMinutes={minutes} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        pending={verify.isPending}
        pendingLabel={t`Checking...`}
        {...(minutes > 0 && { disabledReason: t`Please wait until the time is over.` })}
      >
        <Trans>Unlock</Trans>
      </Button>
      {factors && <ForgotPin onPress={onWantNew} />}
    </PageForm>
  )
}

function NewPinForm({ factors, onDone }: { factors: Factors; onDone: () => void }) {
  const { t } = useLingui()
  const verify = useVerifyPin(noteVaultOpened)
  // The new PIN was entered a moment ago, so it need not be entered again.
  const newPin = useNewPin(
    factors,
    (pin) => {
      verify.submit(pin)
      onDone()
    },
    { isForgotten: true },
  )
  const isPending = newPin.isPending || verify.isPending
  return (
    <GateForm form={newPin}>
      <PinStanding state={factors.pin_state} />
      <NewPinFields newPin={newPin} />
      <Button type="submit" variant="primary" size="lg" block pending={isPending} pendingLabel={t`Saving...`}>
        {newPin.proof === 'link' ? <Trans>Send link</Trans> : <Trans>Set PIN and unlock</Trans>}
      </Button>
    </GateForm>
  )
}
