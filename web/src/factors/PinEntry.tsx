import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { PinField } from './PinField.tsx'
import type { useVerifyPin } from './use-verify-pin.ts'

/** The one field for the PIN, or for how long it is locked. */
export function PinEntry({ verify, lockedMinutes }: { verify: ReturnType<typeof useVerifyPin>; lockedMinutes: number }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const isLocked = lockedMinutes > 0
  // Autofocus, also after a wrong PIN.
  useEffect(() => {
    if (!verify.isPending && !isLocked) field.current?.focus()
  }, [verify.isPending, isLocked])
  if (isLocked) {
    return (
      <Alert type="warning" announce>
        <Plural value={lockedMinutes} one="PIN locked. Please try again in # minute." other="PIN locked. Please try again in # minutes." />
      </Alert>
    )
  }
  return (
    <PinField
      ref={field}
      label={t`PIN`}
      autoFocus
      readOnly={verify.isPending}
      value={verify.pin}
      onChange={(event) => verify.enter(event.target.value)}
      error={verify.complaint}
    />
  )
}

export function ForgotPin({ onPress }: { onPress: () => void }) {
  return (
    <p className="text-sm">
      <TextButton onPress={onPress}>
        <Trans>Forgot PIN?</Trans>
      </TextButton>
    </p>
  )
}
