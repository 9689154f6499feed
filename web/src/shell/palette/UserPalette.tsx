import { useLingui } from '@lingui/react/macro'
import { matching, type PaletteProps } from './commands.ts'
import { PaletteView } from './PaletteView.tsx'
import { useKeyCommands } from './use-key-commands.ts'
import { useVaultCommands } from './use-vault-commands.ts'

export function UserPalette({ typed, onType, onClose, onSignOut }: PaletteProps) {
  const { t } = useLingui()
  const commands = useVaultCommands(onSignOut)
  const keys = useKeyCommands(typed)
  return (
    <PaletteView
      label={t`Find a key, a page or an action`}
      typed={typed}
      onType={onType}
      onClose={onClose}
      sections={[...keys, ...matching(commands, typed)]}
    />
  )
}
