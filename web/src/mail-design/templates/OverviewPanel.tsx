import { Trans, useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useAct } from '../../kits/use-act.ts'
import { numberText } from '../../lib/number-text.ts'
import { translateDescription } from '../../lib/server-texts.ts'
import { successText } from '../../lib/success-text.ts'
import { Switch } from '../../ui/Checkbox.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { At } from '../../ui/At.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { LineField } from './LineField.tsx'
import { TemplateBadges } from './TemplateBadges.tsx'
import { templatesKey } from '../../lib/templates-key.ts'
import { switchTemplate } from './use-template-acts.ts'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'

/** Facts about a template, and figures of its e-mails. */
export function OverviewPanel({ template }: { template: Template }) {
  const { t } = useLingui()
  const categories: Record<string, string> = useMailCategoryLabels()
  const toggle = useAct({
    send: (isActive: boolean) => switchTemplate(template, isActive),
    failed: t`The template could not be switched`,
    renews: [templatesKey],
    ...longToast,
  })
  const { stats, description } = template
  return (
    <Panel
      title={t`Template Overview`}
      actions={
        <span className="flex flex-wrap gap-2">
          <TemplateBadges template={template} />
        </span>
      }
    >
      <div className="grid gap-5">
        <LineField template={template} field="description" label={t`Description`}>
          {description ? (
            translateDescription(description)
          ) : (
            <span className="text-text-2">
              <Trans>No description yet</Trans>
            </span>
          )}
        </LineField>
        <hr className="border-border" />
        <Facts>
          <Fact name={t`Active`}>
            <Switch
              label={<span className="sr-only">{t`Active`}</span>}
              checked={template.is_active}
              // A template that accounts depend on cannot be switched off.
              disabled={toggle.isPending || (template.is_essential && template.is_active)}
              onChange={({ target }) => toggle.mutate(target.checked)}
            />
          </Fact>
          <Fact name={t`Category`}>{categories[template.category] ?? template.category_label}</Fact>
          <Fact name={t`Slug`}>
            <code>{template.slug}</code>
          </Fact>
          <Fact name={t`Provider`}>{template.provider?.name ?? t`Default Provider`}</Fact>
          <Fact name={t`Sent`}>{numberText(stats.total_sent)}</Fact>
          <Fact name={t`Success rate`}>{successText(stats)}</Fact>
          <Fact name={t`Created`}>
            <At time={template.created_at} />
          </Fact>
          <Fact name={t`Updated`}>
            <At time={template.updated_at} />
          </Fact>
        </Facts>
      </div>
    </Panel>
  )
}
