import { useLingui } from '@lingui/react/macro'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Switch } from '../ui/Checkbox.tsx'
import { shortcutSetting } from '../lib/shortcuts.ts'

/** Switches the shortcuts of single keys on and off, for this browser only. */
export function ShortcutSetting() {
  const { t } = useLingui()
  const isOn = useLiveValue(shortcutSetting) === 'enabled'
  return (
    <Switch
      label={t`Keyboard shortcuts`}
      description={t`Single-key shortcuts (never while typing)`}
      checked={isOn}
      onChange={({ target }) => shortcutSetting.set(target.checked ? 'enabled' : 'disabled')}
    />
  )
}
