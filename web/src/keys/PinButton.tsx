import { useLingui } from '@lingui/react/macro'
import { Pin } from '../ui/icons/Pin.ts'
import { IconButton } from '../ui/Button.tsx'
import { usePin } from './use-pin.ts'

/** Pinned keys come first. */
export function PinButton({ id, name, isPinned }: { id: string; name: string; isPinned: boolean }) {
  const { t } = useLingui()
  const pin = usePin()
  return (
    <IconButton
      size="sm"
      icon={Pin}
      label={t`Pin ${name}`}
      aria-pressed={isPinned}
      className="aria-pressed:[&_svg]:fill-current aria-pressed:[&_svg]:text-accent-text"
      onPress={() => pin({ id, favourite: isPinned })}
    />
  )
}
