import { useLingui } from '@lingui/react/macro'
import type { Crumb } from '../../../ui/Breadcrumbs.tsx'

/** Breadcrumbs of a screen of the e-mail system, including its list. */
export function useEmailCrumbs(label: string, list?: Crumb): readonly Crumb[] {
  const { t } = useLingui()
  return [{ label: t`Email System`, to: '/admin/email' }, ...(list ? [list] : []), { label }]
}
