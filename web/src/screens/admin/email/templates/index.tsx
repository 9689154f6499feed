import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Template } from '@twofold/contract/mail-design/templates'
import { ArrowLeft } from '../../../../ui/icons/ArrowLeft.ts'
import { FileStack } from '../../../../ui/icons/FileStack.ts'
import { Plus } from '../../../../ui/icons/Plus.ts'
import { RotateCw } from '../../../../ui/icons/RotateCw.ts'
import { ScrollText } from '../../../../ui/icons/ScrollText.ts'
import { SearchX } from '../../../../ui/icons/SearchX.ts'
import { Timer } from '../../../../ui/icons/Timer.ts'
import { Zap } from '../../../../ui/icons/Zap.ts'
import { useState } from 'react'
import { filterTemplates, pageOf, sortTemplates, type TemplateSort } from '../../../../mail-design/templates/browse-templates.ts'
import { useEmailCrumbs } from '../-use-email-crumbs.ts'
import { mailCategories } from '../../../../lib/mail-terms.ts'
import { CreateTemplateDialog } from '../../../../mail-design/templates/CreateTemplateDialog.tsx'
import { DeleteTemplateDialog } from '../../../../mail-design/templates/DeleteTemplateDialog.tsx'
import { LiveStatus, refreshSeconds } from '../../../../mail-design/templates/LiveStatus.tsx'
import { PreviewDialog } from '../../../../mail-design/templates/PreviewDialog.tsx'
import { SelectionBar } from '../../../../mail-design/templates/SelectionBar.tsx'
import { SendTestDialog } from '../../../../mail-delivery/trials/SendTestDialog.tsx'
import { TemplateFigures } from '../../../../mail-design/templates/TemplateFigures.tsx'
import { TemplateFilterBar } from '../../../../mail-design/templates/TemplateFilterBar.tsx'
import { type TemplateAct, TemplateTable } from '../../../../mail-design/templates/TemplateTable.tsx'
import { templatesQuery } from '../../../../mail-design/templates/templates.ts'
import { useDuplicateTemplate } from '../../../../mail-design/templates/use-template-acts.ts'
import { ListPanel } from '../../../../kits/ListPanel.tsx'
import type { Asked } from '../../../../kits/Loaded.tsx'
import { useSelection } from '../../../../kits/use-selection.ts'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../../lib/list-search.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { AddressButton } from '../../../../ui/AddressLink.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { translateTemplateName } from '../../../../lib/server-texts.ts'

const templateSorts = ['name', 'category', 'sent', 'success', 'variables', 'updated'] as const
const templateStatuses = ['active', 'inactive'] as const
const templateTypes = ['system', 'custom'] as const

export const Route = createFileRoute('/admin/email/templates/')({
  validateSearch: searchIn(({ search, category, status, type, sort, direction, page }) => ({
    search: textIn(search),
    category: oneIn(category, mailCategories),
    status: oneIn(status, templateStatuses),
    type: oneIn(type, templateTypes),
    sort: oneIn(sort, templateSorts),
    direction: oneIn(direction, ['desc']),
    page: pageIn(page),
  })),
  component: TemplatesScreen,
})

type Acting = { act: Exclude<TemplateAct, 'duplicate'>; template: Template }

function TemplatesScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Templates`)
  const { page: asked = 1, sort = 'name', direction = 'asc', ...filters } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const [isAuto, setAuto] = useState(false)
  const { selected, select, toggle } = useSelection()
  const [acting, setActing] = useState<Acting>()
  const [isCreating, setCreating] = useState(false)
  // The list must not move while somebody works with it.
  const isBusy = selected.size > 0 || acting !== undefined || isCreating
  const templates = useQuery({ ...templatesQuery, refetchInterval: isAuto && !isBusy && refreshSeconds * 1000 })
  const { data, error, isFetching, dataUpdatedAt } = templates
  const duplicate = useDuplicateTemplate()
  const all = data?.templates ?? []
  const found = sortTemplates(filterTemplates(all, filters), sort, direction)
  const { page, pages, rows } = pageOf(found, asked)
  const order = inOrder(sort, direction)
  const show = (change: object) => void navigate({ search: present({ ...filters, ...order, ...change }), replace: true })
  const total = all.length

  return (
    <AdminPage
      title={t`Email Templates`}
      crumbs={crumbs}
      subtitle={<LiveStatus isLoading={isFetching} isFailed={error !== null} isAuto={isAuto} updatedAt={dataUpdatedAt} />}
      actions={<ListActions templates={templates} isAuto={isAuto} onAuto={setAuto} onCreate={() => setCreating(true)} />}
    >
      <EmailLinks />
      <TemplateFigures data={data} isFailed={error !== null} />
      <ListPanel
        title={t`Templates`}
        of={{ ...templates, data: data && { data: rows, last_page: pages, total: found.length } }}
        address={{ page, goTo: (next) => show({ page: next > 1 ? next : undefined }) }}
        failed={(reason) => t`Failed to fetch email templates: ${reason}`}
        loading={t`Loading templates...`}
        above={
          total > 0 && (
            <>
              <TemplateFilterBar
                filters={filters}
                categories={data?.categories ?? {}}
                onChange={(next) => show(next)}
                onClear={() => void navigate({ search: present(order) })}
              />
              <SelectionBar all={all} found={found} selected={selected} onSelect={select} />
            </>
          )
        }
        empty={<NoTemplates isNarrow={total > 0} onCreate={() => setCreating(true)} />}
      >
        {({ data: shown }) => (
          <TemplateTable
            templates={shown}
            sort={{ by: sort, direction }}
            onSort={({ by, direction: way }) => show({ ...inOrder(by, way), page: undefined })}
            selected={selected}
            onToggle={toggle}
            onAct={(act, template) => (act === 'duplicate' ? duplicate.mutate(template.slug) : setActing({ act, template }))}
          />
        )}
      </ListPanel>
      {isCreating && <CreateTemplateDialog categories={data?.categories ?? {}} onClose={() => setCreating(false)} />}
      {acting && <ActDialog {...acting} onClose={() => setActing(undefined)} onDeleted={() => toggle([acting.template.slug], false)} />}
    </AdminPage>
  )
}

/** The default order is omitted. */
const inOrder = (by: TemplateSort, way: 'asc' | 'desc') => ({
  sort: by === 'name' ? undefined : by,
  direction: way === 'asc' ? undefined : way,
})

type ListActionsProps = {
  templates: Asked<unknown>
  isAuto: boolean
  onAuto: (isAuto: boolean) => void
  onCreate: () => void
}

function ListActions({ templates, isAuto, onAuto, onCreate }: ListActionsProps) {
  const { t } = useLingui()
  return (
    <>
      <Button icon={RotateCw} pending={templates.isFetching && templates.data !== undefined} onPress={() => void templates.refetch()}>
        <Trans>Refresh</Trans>
      </Button>
      <Button icon={Timer} aria-pressed={isAuto} onPress={() => onAuto(!isAuto)}>
        {isAuto ? t`Auto-refresh ON` : t`Auto-refresh OFF`}
      </Button>
      <Button variant="primary" icon={Plus} onPress={onCreate}>
        <Trans>Create Template</Trans>
      </Button>
    </>
  )
}

function EmailLinks() {
  const { t } = useLingui()
  return (
    <nav className="ui-actions" aria-label={t`Email System`}>
      <AddressButton href="/admin/email" icon={ArrowLeft} size="sm">{t`Back to Email Config`}</AddressButton>
      <AddressButton href="/admin/email/logs" icon={ScrollText} size="sm">{t`Email Logs`}</AddressButton>
      <AddressButton href="/admin/email/events" icon={Zap} size="sm">{t`Event Mappings`}</AddressButton>
    </nav>
  )
}

function NoTemplates({ isNarrow, onCreate }: { isNarrow: boolean; onCreate: () => void }) {
  const { t } = useLingui()
  if (isNarrow) return <EmptyState icon={SearchX} title={t`No templates match your filters`} level={3} />
  return (
    <EmptyState
      icon={FileStack}
      title={t`No email templates`}
      level={3}
      action={<Button icon={Plus} onPress={onCreate}>{t`Create Template`}</Button>}
    >
      <Trans>Get started by creating your first email template</Trans>
    </EmptyState>
  )
}

function ActDialog({ act, template, onClose, onDeleted }: Acting & { onClose: () => void; onDeleted: () => void }) {
  const client = useQueryClient()
  if (act === 'preview') {
    return <PreviewDialog source={{ slug: template.slug, name: translateTemplateName(template) }} onClose={onClose} />
  }
  if (act === 'test') return <SendTestDialog template={template} onClose={onClose} />
  return (
    <DeleteTemplateDialog
      template={template}
      onClose={onClose}
      onDone={() => {
        onDeleted()
        void client.invalidateQueries({ queryKey: templatesQuery.queryKey })
      }}
    />
  )
}
