import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Template } from '@twofold/contract/mail-design/templates'
import { CopyPlus } from '../../ui/icons/CopyPlus.ts'
import { Eye } from '../../ui/icons/Eye.ts'
import { Send } from '../../ui/icons/Send.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { numberText } from '../../lib/number-text.ts'
import { IconButton } from '../../ui/Button.tsx'
import { selectColumn } from '../../kits/select-column.tsx'
import { type Column, type Sort, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import type { TemplateSort } from './browse-templates.ts'
import { EventChips } from './EventChips.tsx'
import { TemplateBadges } from './TemplateBadges.tsx'
import { TemplateDescription, TemplateName } from '../../ui/TemplateName.tsx'
import { translateTemplateName } from '../../lib/server-texts.ts'
import { successText } from '../../lib/success-text.ts'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'

export type TemplateAct = 'preview' | 'test' | 'duplicate' | 'delete'

type TemplateTableProps = {
  templates: readonly Template[]
  sort: Sort<TemplateSort>
  onSort: (sort: Sort<TemplateSort>) => void
  selected: ReadonlySet<string>
  onToggle: (slugs: string[], isOn: boolean) => void
  onAct: (act: TemplateAct, template: Template) => void
}

export function TemplateTable({ templates, sort, onSort, selected, onToggle, onAct }: TemplateTableProps) {
  const { t } = useLingui()
  const categories: Record<string, string> = useMailCategoryLabels()
  const columns: Column<Template, TemplateSort | 'select' | 'actions'>[] = [
    selectColumn({ idOf: ({ slug }) => slug, nameOf: translateTemplateName, selected, onToggle }),
    { key: 'name', header: t`Template`, sortable: true, card: 'title', cell: (template) => <TemplateCell template={template} /> },
    { key: 'category', header: t`Category`, sortable: true, cell: ({ category, category_label: label }) => categories[category] ?? label },
    { key: 'sent', header: t`Sent`, sortable: true, align: 'end', cell: ({ stats }) => numberText(stats.total_sent) },
    { key: 'success', header: t`Success %`, sortable: true, align: 'end', cell: ({ stats }) => successText(stats) },
    {
      key: 'variables',
      header: t`Variables`,
      sortable: true,
      align: 'end',
      wideOnly: true,
      cell: ({ variables }) => Object.keys(variables).length,
    },
    {
      key: 'updated',
      header: t`Updated`,
      sortable: true,
      wideOnly: true,
      cell: ({ updated_at: time }) => (
        <span className="whitespace-nowrap">
          <Ago time={time} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: t`Actions`,
      align: 'end',
      card: 'action',
      cell: (template) => <Actions template={template} onAct={(act) => onAct(act, template)} />,
    },
  ]
  return (
    <Table
      isDense
      label={t`Email templates`}
      columns={columns}
      rows={templates}
      rowKey={({ slug }) => slug}
      isSelected={({ slug }) => selected.has(slug)}
      sort={sort}
      onSort={({ by, direction }) => by !== 'select' && by !== 'actions' && onSort({ by, direction })}
    />
  )
}

function TemplateCell({ template }: { template: Template }) {
  const { slug, subject, description } = template
  return (
    <span className="grid min-w-0 gap-1 py-1 sm:min-w-48">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to="/admin/email/templates/$slug"
          params={{ slug }}
          className="font-medium text-text hover:underline hover:decoration-1 hover:underline-offset-[0.2em]"
        >
          <TemplateName template={template} />
        </Link>
        <TemplateBadges template={template} />
      </span>
      <span className="text-sm wrap-anywhere">{subject}</span>
      {description && (
        <span className="text-sm text-text-2 wrap-anywhere">
          <TemplateDescription text={description} />
        </span>
      )}
      <EventChips template={template} />
    </span>
  )
}

function Actions({ template, onAct }: { template: Template; onAct: (act: TemplateAct) => void }) {
  const { t } = useLingui()
  const { is_system: isSystem, is_essential: isEssential } = template
  const name = translateTemplateName(template)
  const kept = isSystem ? t`Templates of the system cannot be deleted.` : isEssential ? t`Accounts depend on its e-mails.` : undefined
  return (
    <span className="flex justify-end gap-1">
      <IconButton size="sm" icon={Send} label={t`Send Test Email: ${name}`} onPress={() => onAct('test')} />
      <IconButton size="sm" icon={Eye} label={t`Preview: ${name}`} onPress={() => onAct('preview')} />
      <IconButton size="sm" icon={CopyPlus} label={t`Duplicate: ${name}`} onPress={() => onAct('duplicate')} />
      <IconButton size="sm" icon={Trash2} label={t`Delete: ${name}`} onPress={() => onAct('delete')} disabledReason={kept} />
    </span>
  )
}
