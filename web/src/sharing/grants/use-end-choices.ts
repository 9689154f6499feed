import { useLingui } from '@lingui/react/macro'
import type { ExpiryChoice } from './expiry.ts'

export function useEndChoices(): { value: ExpiryChoice; label: string }[] {
  const { t } = useLingui()
  return [
    { value: 'never', label: t`No end` },
    { value: 'hour', label: t`In 1 hour` },
    { value: '1', label: t`In 1 day` },
    { value: '7', label: t`In 7 days` },
    { value: '30', label: t`In 30 days` },
    { value: 'date', label: t`On a date` },
  ]
}
