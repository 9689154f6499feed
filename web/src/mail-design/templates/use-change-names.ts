import { useLingui } from '@lingui/react/macro'

/** Names of fields that a version says have changed, in words. */
export function useChangeNames(): (change: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    created: t`Created`,
    name: t`Name`,
    subject: t`Subject`,
    description: t`Description`,
    html_content: t`HTML content`,
    text_content: t`Text content`,
    theme_slug: t`Theme`,
  }
  return (change) => names[change] ?? change
}
