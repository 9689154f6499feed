import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useClosing } from './DialogFrame.tsx'

/** Closes its dialog, and asks first if there are unsaved changes. */
export function CancelButton({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  return <Button onPress={useClosing()}>{children ?? t`Cancel`}</Button>
}
