import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { categoryOfEvent, type Mapping } from '@twofold/contract/mail-rules/mappings'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { EllipsisVertical } from '../../ui/icons/EllipsisVertical.ts'
import { Eye } from '../../ui/icons/Eye.ts'
import { FlaskConical } from '../../ui/icons/FlaskConical.ts'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { Power } from '../../ui/icons/Power.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { Fragment } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { When } from '../../ui/When.tsx'
import { statusOf } from './mapping-status.ts'
import { statusTones, useCategoryLabels, useStatusLabels } from './mapping-words.ts'
import { TemplateDescription, TemplateName } from '../../ui/TemplateName.tsx'

export type MappingActions = {
  onView: (mapping: Mapping) => void
  onEdit: (mapping: Mapping) => void
  onTest: (mapping: Mapping) => void
  onToggle: (mapping: Mapping) => void
  onDelete: (mapping: Mapping) => void
}

export function MappingTable({ mappings, ...actions }: MappingActions & { mappings: readonly Mapping[] }) {
  const { t } = useLingui()
  const statuses = useStatusLabels()
  const categories = useCategoryLabels()
  const columns: Column<Mapping, 'event' | 'template' | 'provider' | 'category' | 'status' | 'updated' | 'actions'>[] = [
    {
      key: 'event',
      header: t`Event`,
      card: 'title',
      cell: (mapping) => <MappedEvent {...mapping} />,
    },
    {
      key: 'template',
      header: t`Template`,
      cell: ({ template }) =>
        template ? (
          <span className="ui-lines sm:min-w-24">
            <TemplateName template={template} />
            <small>{template.slug}</small>
          </span>
        ) : (
          <span className="text-danger-text">{t`Template not found`}</span>
        ),
    },
    {
      key: 'provider',
      header: t`Provider`,
      cell: ({ provider }) =>
        provider ? (
          <span className="ui-lines sm:min-w-24">
            {provider.name}
            <small>{providerLabels[provider.provider]}</small>
          </span>
        ) : (
          t`Default Provider`
        ),
    },
    {
      key: 'category',
      header: t`Category`,
      wideOnly: true,
      cell: (mapping) => <Badge>{categories[categoryOfEvent(mapping.event_name)]}</Badge>,
    },
    {
      key: 'status',
      header: t`Status`,
      cell: (mapping) => <Badge tone={statusTones[statusOf(mapping)]}>{statuses[statusOf(mapping)]}</Badge>,
    },
    {
      key: 'updated',
      header: t`Last Updated`,
      cell: (mapping) => (
        <span className="whitespace-nowrap">
          <When at={mapping.updated_at} />
        </span>
      ),
    },
    { key: 'actions', header: t`Actions`, card: 'action', align: 'end', cell: (mapping) => <RowMenu mapping={mapping} {...actions} /> },
  ]
  return <Table isDense label={t`Event Mappings`} columns={columns} rows={mappings} rowKey={({ id }) => id} />
}

/** Its name breaks at dots only. */
function MappedEvent({ id, event_name: name, description }: Mapping) {
  return (
    <span className="ui-lines sm:min-w-44">
      <Link to="/admin/email/events/$id" params={{ id }}>
        {name.split('.').map((part, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <>
                .<wbr />
              </>
            )}
            {part}
          </Fragment>
        ))}
      </Link>
      {description && (
        <small>
          <TemplateDescription text={description} />
        </small>
      )}
    </span>
  )
}

function RowMenu({ mapping, onView, onEdit, onTest, onToggle, onDelete }: MappingActions & { mapping: Mapping }) {
  const { t } = useLingui()
  const label = t`Actions for ${mapping.event_name}`
  return (
    <Menu label={label} trigger={<IconButton size="sm" icon={EllipsisVertical} label={label} />}>
      <MenuItem icon={Eye} onAction={() => onView(mapping)}>{t`View Details`}</MenuItem>
      <MenuItem icon={Pencil} onAction={() => onEdit(mapping)}>{t`Quick Edit`}</MenuItem>
      <MenuItem icon={FlaskConical} onAction={() => onTest(mapping)}>{t`Test`}</MenuItem>
      <MenuItem icon={Power} onAction={() => onToggle(mapping)}>
        {mapping.is_active ? t`Disable` : t`Enable`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onAction={() => onDelete(mapping)}>{t`Delete`}</MenuItem>
    </Menu>
  )
}
