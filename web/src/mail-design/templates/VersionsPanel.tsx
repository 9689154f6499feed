import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { restoreTemplateVersion, type TemplateVersion } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { History } from '../../ui/icons/History.ts'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { templateVersionsQuery } from './templates.ts'
import { useChangeNames } from './use-change-names.ts'
import { VersionDialog } from './VersionDialog.tsx'

type VersionsPanelProps = { template: Template; compared: number | undefined; onCompare: (number: number | undefined) => void }

/** History of a template; any two versions can be compared, and an older one restored. */
export function VersionsPanel({ template, compared, onCompare }: VersionsPanelProps) {
  const { t } = useLingui()
  const templateVersions = useQuery(templateVersionsQuery(template.slug))
  const [restoring, setRestoring] = useState<number>()
  const restore = useAct({
    send: (number: number) => call(restoreTemplateVersion, { params: { id: template.slug, number } }),
    failed: t`The version could not be restored`,
    renews: [templatesKey],
    ...longToast,
    onDone: () => onCompare(undefined),
  })
  return (
    <Panel title={t`Versions`} padding="none">
      <Loaded
        of={{ ...templateVersions, data: templateVersions.data?.versions }}
        failed={t`The versions could not be loaded`}
        frame="inset"
        empty={{ icon: History, title: t`Never changed`, text: t`Your first edit creates a version you can restore.` }}
      >
        {(versions) => <VersionTable versions={versions} onCompare={onCompare} onRestore={setRestoring} />}
      </Loaded>
      {templateVersions.data && compared !== undefined && (
        <VersionDialog
          slug={template.slug}
          number={compared}
          versions={templateVersions.data.versions}
          onClose={() => onCompare(undefined)}
        />
      )}
      {restoring !== undefined && (
        <AskDialog
          title={t`Restore version ${restoring}?`}
          tone="primary"
          confirmLabel={t`Restore`}
          onClose={() => setRestoring(undefined)}
          act={restore}
          input={restoring}
        >
          <p>
            <Trans>The template becomes what it was, as a new version. How it is now can be restored in the same way.</Trans>
          </p>
        </AskDialog>
      )}
    </Panel>
  )
}

type VersionTableProps = {
  versions: readonly TemplateVersion[]
  onCompare: (number: number) => void
  onRestore: (number: number) => void
}

function VersionTable({ versions, onCompare, onRestore }: VersionTableProps) {
  const { t } = useLingui()
  const nameChange = useChangeNames()
  const columns: Column<TemplateVersion, 'number' | 'what' | 'who' | 'when' | 'actions'>[] = [
    {
      key: 'number',
      header: t`Version`,
      card: 'title',
      cell: ({ number, is_current: isCurrent }) => (
        <span className="flex flex-wrap items-center gap-2">
          {t`Version ${number}`}
          {isCurrent && <Badge tone="success">{t`Current`}</Badge>}
        </span>
      ),
    },
    { key: 'what', header: t`What changed`, cell: ({ changes }) => changes.map(nameChange).join(', ') },
    { key: 'who', header: t`Who`, cell: ({ changed_by: by }) => by?.name ?? t`System` },
    { key: 'when', header: t`When`, cell: ({ created_at: time }) => <Ago time={time} /> },
    {
      key: 'actions',
      header: t`Actions`,
      align: 'end',
      cell: ({ number, is_current: isCurrent }) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Button size="sm" aria-label={t`Compare version ${number}`} onPress={() => onCompare(number)}>
            <Trans>Compare</Trans>
          </Button>
          <Button
            size="sm"
            aria-label={t`Restore version ${number}`}
            onPress={() => onRestore(number)}
            disabledReason={isCurrent ? t`The template is like this now.` : undefined}
          >
            <Trans>Restore</Trans>
          </Button>
        </span>
      ),
    },
  ]
  return <Table label={t`Versions`} columns={columns} rows={versions} rowKey={({ number }) => String(number)} />
}
