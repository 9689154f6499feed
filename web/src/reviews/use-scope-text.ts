import { useLingui } from '@lingui/react/macro'
import type { Review } from '@twofold/contract/reviews'

export function useScopeText() {
  const { t } = useLingui()
  return ({ scope, of, is_office: isOffice }: Pick<Review, 'scope' | 'of' | 'is_office'>): string => {
    const what = of ?? ''
    if (scope === 'tag') return t`Keys with the tag ${what}`
    if (scope === 'group') return t`The group ${what}`
    if (scope === 'outside') return t`Addresses outside ${what}`
    return isOffice ? t`All keys` : t`All your keys`
  }
}
