import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useClosing } from './DialogFrame.tsx'

/** Closes the dialog it stands in, and asks first when that is half filled. */
export function CancelButton({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  const { requestClose, pending } = useClosing()
  return (
    <Button onPress={requestClose} {...(pending && { disabledReason: t`Please wait.` })}>
      {children ?? t`Cancel`}
    </Button>
  )
}
