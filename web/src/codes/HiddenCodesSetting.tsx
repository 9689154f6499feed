import { useLingui } from '@lingui/react/macro'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Switch } from '../ui/Checkbox.tsx'
import { hiddenCodesSetting } from './hidden-codes.ts'

/** For this browser only, applied at once. */
export function HiddenCodesSetting() {
  const { t } = useLingui()
  return (
    <Switch
      label={t`Hide codes until tapped`}
      description={t`A tap shows a code for 30 seconds, and a second one copies it.`}
      checked={useLiveValue(hiddenCodesSetting) === 'enabled'}
      onChange={({ target }) => hiddenCodesSetting.set(target.checked ? 'enabled' : 'disabled')}
    />
  )
}
