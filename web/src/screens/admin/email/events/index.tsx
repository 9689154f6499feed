import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { EventCategory, Mapping } from '@twofold/contract/mail-rules/mappings'
import { CircleHelp } from '../../../../ui/icons/CircleHelp.ts'
import { Plus } from '../../../../ui/icons/Plus.ts'
import { Workflow } from '../../../../ui/icons/Workflow.ts'
import { useState } from 'react'
import { useEmailCrumbs } from '../-use-email-crumbs.ts'
import { type MappingStatus, matchesFilters, statusOf } from '../../../../mail-rules/mappings/mapping-status.ts'
import { MappingDialog } from '../../../../mail-rules/mappings/MappingDialog.tsx'
import { MappingFilters } from '../../../../mail-rules/mappings/MappingFilters.tsx'
import { mappingsQuery } from '../../../../mail-rules/mappings/mappings.ts'
import { MappingTable } from '../../../../mail-rules/mappings/MappingTable.tsx'
import { RemoveMappingDialog } from '../../../../mail-rules/mappings/RemoveMappingDialog.tsx'
import { TestMappingDialog } from '../../../../mail-delivery/trials/TestMappingDialog.tsx'
import { useToggleMapping } from '../../../../mail-rules/mappings/use-mapping-acts.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { oneIn, present, searchIn, textIn } from '../../../../lib/list-search.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { StatCard, StatGrid } from '../../../../ui/StatCard.tsx'

// Written out: the address is read by the first script, which the calls of the back office would make heavier.
const statuses = ['active', 'inactive', 'missing'] as const satisfies MappingStatus[]
const categories = ['user', 'admin', 'system', 'security'] as const satisfies EventCategory[]

export const Route = createFileRoute('/admin/email/events/')({
  validateSearch: searchIn(({ search, highlight, status, category, provider, action, template_slug: slug }) => ({
    // An address that highlights a mapping fills the search with it.
    search: textIn(search) ?? textIn(highlight),
    status: oneIn(status, statuses),
    category: oneIn(category, categories),
    provider: textIn(provider),
    action: oneIn(action, ['create']),
    template_slug: textIn(slug),
  })),
  component: MappingsScreen,
})

/** Until the providers are loaded, any id may be valid. */
const isProvider = (wanted: string, providers: readonly { id: string }[] | undefined) =>
  wanted === 'default' || !providers || providers.some(({ id }) => id === wanted)

type Open = { kind: 'create' } | { kind: 'edit' | 'test' | 'remove'; mapping: Mapping }

function MappingsScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Event Mappings`)
  const navigate = Route.useNavigate()
  const { action, template_slug: templateSlug, ...wanted } = present(Route.useSearch())
  const asked = useQuery(mappingsQuery)
  // A provider that has been removed since narrows nothing down.
  const isGone = wanted.provider !== undefined && !isProvider(wanted.provider, asked.data?.providers)
  const filters = isGone ? present({ ...wanted, provider: undefined }) : wanted
  const [open, setOpen] = useState<Open | undefined>(action && { kind: 'create' })
  const toggle = useToggleMapping()
  const narrow = (change: { [Name in keyof typeof filters]?: (typeof filters)[Name] | undefined }) =>
    void navigate({ search: present({ ...filters, ...change }), replace: true })
  const close = () => {
    setOpen(undefined)
    if (action) void navigate({ search: present(filters), replace: true })
  }
  const mappings = asked.data?.mappings ?? []
  const found = mappings.filter((mapping) => matchesFilters(mapping, filters))
  const count = (status: MappingStatus) => asked.data && mappings.filter((mapping) => statusOf(mapping) === status).length
  const isNarrow = Object.keys(filters).length > 0
  return (
    <AdminPage
      title={t`Event Mappings`}
      subtitle={t`Which template each event uses, and under which conditions.`}
      crumbs={crumbs}
      actions={
        <>
          <LinkButton to="/admin/email/why" icon={CircleHelp}>{t`Why was it (not) sent?`}</LinkButton>
          <Button variant="primary" icon={Plus} onPress={() => setOpen({ kind: 'create' })}>
            <Trans>Add Mapping</Trans>
          </Button>
        </>
      }
    >
      <StatGrid label={t`Figures`} isFailed={asked.error !== null}>
        <StatCard label={t`Total Mappings`} value={asked.data && mappings.length} />
        <StatCard label={t`Active Mappings`} value={count('active')} />
        <StatCard label={t`Missing Templates`} value={count('missing')} />
        <StatCard label={t`Available Templates`} value={asked.data?.templates.length} />
      </StatGrid>
      <Panel title={t`Mappings`} padding="none">
        <MappingFilters
          filters={filters}
          providers={asked.data?.providers ?? []}
          onNarrow={narrow}
          onClear={isNarrow ? () => void navigate({ search: {}, replace: true }) : undefined}
        />
        <Loaded of={asked} failed={t`The mappings could not be loaded`} loading={t`Loading mappings...`} level={2}>
          {() =>
            found.length > 0 ? (
              <MappingTable
                mappings={found}
                onView={({ id }) => void navigate({ to: '/admin/email/events/$id', params: { id } })}
                onEdit={(mapping) => setOpen({ kind: 'edit', mapping })}
                onTest={(mapping) => setOpen({ kind: 'test', mapping })}
                onToggle={(mapping) => toggle.mutate(mapping)}
                onDelete={(mapping) => setOpen({ kind: 'remove', mapping })}
              />
            ) : (
              <NoMappings isNarrow={mappings.length > 0} onCreate={() => setOpen({ kind: 'create' })} />
            )
          }
        </Loaded>
      </Panel>
      {open?.kind === 'create' && <MappingDialog templateSlug={templateSlug} onClose={close} />}
      {open?.kind === 'edit' && <MappingDialog stored={open.mapping} onClose={close} />}
      {open?.kind === 'test' && <TestMappingDialog mapping={open.mapping} onClose={close} />}
      {open?.kind === 'remove' && <RemoveMappingDialog mapping={open.mapping} onClose={close} />}
    </AdminPage>
  )
}

function NoMappings({ isNarrow, onCreate }: { isNarrow: boolean; onCreate: () => void }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={Workflow}
      title={t`No mappings found`}
      action={
        !isNarrow && (
          <Button variant="primary" icon={Plus} onPress={onCreate}>
            <Trans>Add First Mapping</Trans>
          </Button>
        )
      }
    >
      {isNarrow && <Trans>Try adjusting your search filters.</Trans>}
    </EmptyState>
  )
}
