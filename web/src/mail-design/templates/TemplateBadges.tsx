import { useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { Badge } from '../../ui/Badge.tsx'

/** State of a template, and whether it is built-in. */
export function TemplateBadges({ template }: { template: Pick<Template, 'is_active' | 'is_system' | 'is_essential'> }) {
  const { t } = useLingui()
  return (
    <>
      {template.is_active ? <Badge tone="success">{t`Active`}</Badge> : <Badge>{t`Inactive`}</Badge>}
      {template.is_system && <Badge tone="info">{t`System`}</Badge>}
      {template.is_essential && (
        <span data-tooltip={t`Accounts depend on this e-mail: it can be edited, but not switched off.`}>
          <Badge tone="accent">{t`Essential`}</Badge>
        </span>
      )}
    </>
  )
}
