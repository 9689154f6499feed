import { useLingui } from '@lingui/react/macro'
import type { Crumb } from '../ui/Breadcrumbs.tsx'

/** The way to a screen of the e-mail system. */
export function useEmailCrumbs(label: string): readonly Crumb[] {
  const { t } = useLingui()
  return [{ label: t`Email System`, to: '/admin/email' }, { label }]
}
