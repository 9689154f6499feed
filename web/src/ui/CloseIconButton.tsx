import { useLingui } from '@lingui/react/macro'
import { IconButton } from './Button.tsx'
import { useClosing } from './DialogFrame.tsx'
import { X } from './icons/X.ts'

/** Closes its dialog, in the head of which it is placed. */
export function CloseIconButton() {
  const { t } = useLingui()
  return <IconButton size="sm" icon={X} label={t`Close`} onPress={useClosing()} />
}
