import { useLingui } from '@lingui/react/macro'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Select } from '../ui/Select.tsx'
import { schemeSetting } from './display.ts'

/** Light, dark, or as the system: at once, and for this browser only. */
export function SchemeSetting() {
  const { t } = useLingui()
  const scheme = useLiveValue(schemeSetting)
  return (
    <Select
      label={t`Appearance`}
      value={scheme}
      onChange={({ target: { value } }) => schemeSetting.set(value === 'light' || value === 'dark' ? value : 'system')}
      options={[
        { value: 'system', label: t`Match system` },
        { value: 'light', label: t`Light` },
        { value: 'dark', label: t`Dark` },
      ]}
    />
  )
}
