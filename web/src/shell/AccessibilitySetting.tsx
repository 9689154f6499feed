import { useLingui } from '@lingui/react/macro'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Switch } from '../ui/Checkbox.tsx'
import { accessibilitySetting } from './display.ts'

/** Whether the page applies the system's preferences more strongly; for this browser only. */
export function AccessibilitySetting() {
  const { t } = useLingui()
  const isOn = useLiveValue(accessibilitySetting) === 'enabled'
  return (
    <Switch
      label={t`Accessibility helper`}
      description={t`The strongest contrast and the dark scheme when your system prefers them`}
      checked={isOn}
      onChange={({ target }) => accessibilitySetting.set(target.checked ? 'enabled' : 'disabled')}
    />
  )
}
