import { useLingui } from '@lingui/react/macro'
import type { Crumb } from '../ui/Breadcrumbs.tsx'

/** The way to a screen of the e-mail system, by way of the list that it belongs to. */
export function useEmailCrumbs(label: string, list?: Crumb): readonly Crumb[] {
  const { t } = useLingui()
  return [{ label: t`Email System`, to: '/admin/email' }, ...(list ? [list] : []), { label }]
}
