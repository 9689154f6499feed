import { useLingui } from '@lingui/react/macro'
import { hiddenCodesSetting } from '../../../codes/hidden-codes.ts'
import { selectedKeys } from '../../../keys/selection.ts'
import { useShortcut } from '../../../lib/use-shortcut.ts'

/** Shortcuts about the vault as a whole, in every view. `own`: the own keys that are shown. */
export function VaultShortcuts({ own }: { own: readonly { id: string }[] }) {
  const { t } = useLingui()
  useShortcut('h', t`Show or hide all codes`, () => hiddenCodesSetting.set(hiddenCodesSetting.get() === 'enabled' ? 'disabled' : 'enabled'))
  useShortcut('Ctrl+a', t`Pick all of your keys that are shown`, () => selectedKeys.set(new Set(own.map(({ id }) => id))), {
    enabled: own.length > 1,
    sparesFields: true,
  })
  return null
}
