import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Template } from '@twofold/contract/mail-design/templates'
import { ArrowLeft, FileStack, Plus, RotateCw, ScrollText, SearchX, Timer, Zap } from '../../../../ui/icons.generated.ts'
import { useState } from 'react'
import { filterTemplates, sortTemplates, templatesPerPage } from '../../../../mail-design/templates/browse-templates.ts'
import { useEmailCrumbs } from '../../../../mail-design/crumbs.ts'
import { mailCategories } from '../../../../mail-design/mail-search.ts'
import { CreateTemplateDialog } from '../../../../mail-design/templates/CreateTemplateDialog.tsx'
import { DeleteTemplateDialog } from '../../../../mail-design/templates/DeleteTemplateDialog.tsx'
import { LiveStatus, refreshSeconds } from '../../../../mail-design/templates/LiveStatus.tsx'
import { PreviewDialog } from '../../../../mail-design/templates/PreviewDialog.tsx'
import { SelectionBar } from '../../../../mail-design/templates/SelectionBar.tsx'
import { SendTestDialog } from '../../../../mail-delivery/trials/SendTestDialog.tsx'
import { TemplateFilterBar } from '../../../../mail-design/templates/TemplateFilterBar.tsx'
import { type TemplateAct, TemplateTable } from '../../../../mail-design/templates/TemplateTable.tsx'
import { templatesQuery } from '../../../../mail-design/templates/templates.ts'
import { useDuplicateTemplate } from '../../../../mail-design/templates/use-template-acts.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../../lib/list-search.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { AddressButton } from '../../../../ui/AddressLink.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Pagination } from '../../../../ui/Pagination.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { StatCard, StatGrid } from '../../../../ui/StatCard.tsx'
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

function TemplatesScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Templates`)
  const client = useQueryClient()
  const { page: asked = 1, sort = 'name', direction = 'asc', ...filters } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const [isAuto, setAuto] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [acting, setActing] = useState<{ act: Exclude<TemplateAct, 'duplicate'>; template: Template }>()
  const [isCreating, setCreating] = useState(false)
  // What somebody is in the middle of is not moved under their hands.
  const isBusy = selected.size > 0 || acting !== undefined || isCreating
  const templates = useQuery({
    ...templatesQuery,
    refetchInterval: isAuto && !isBusy ? refreshSeconds * 1000 : false,
  })
  const { data, error, isFetching, refetch, dataUpdatedAt } = templates
  const duplicate = useDuplicateTemplate()

  const all = data?.templates ?? []
  const found = sortTemplates(filterTemplates(all, filters), sort, direction)
  const pages = Math.max(1, Math.ceil(found.length / templatesPerPage))
  const page = Math.min(asked, pages)
  const rows = found.slice((page - 1) * templatesPerPage, page * templatesPerPage)
  const order = { sort: sort === 'name' ? undefined : sort, direction: direction === 'asc' ? undefined : direction }
  const show = (change: object) => void navigate({ search: present({ ...filters, ...order, ...change }), replace: true })
  const linked = data && new Set(data.event_mappings.filter((one) => one.template_slug !== null).map((one) => one.event_name)).size
  const [shown, total] = [found.length, all.length]

  return (
    <AdminPage
      title={t`Email Templates`}
      crumbs={crumbs}
      subtitle={<LiveStatus isLoading={isFetching} isFailed={error !== null} isAuto={isAuto} updatedAt={dataUpdatedAt} />}
      actions={
        <>
          <Button icon={RotateCw} pending={isFetching && data !== undefined} onPress={() => void refetch()}>
            <Trans>Refresh</Trans>
          </Button>
          <Button icon={Timer} aria-pressed={isAuto} onPress={() => setAuto(!isAuto)}>
            {isAuto ? t`Auto-refresh ON` : t`Auto-refresh OFF`}
          </Button>
          <Button variant="primary" icon={Plus} onPress={() => setCreating(true)}>
            <Trans>Create Template</Trans>
          </Button>
        </>
      }
    >
      <nav className="ui-actions" aria-label={t`Email System`}>
        <AddressButton href="/admin/email" icon={ArrowLeft} size="sm">{t`Back to Email Config`}</AddressButton>
        <AddressButton href="/admin/email/logs" icon={ScrollText} size="sm">{t`Email Logs`}</AddressButton>
        <AddressButton href="/admin/email/events" icon={Zap} size="sm">{t`Event Mappings`}</AddressButton>
      </nav>
      <StatGrid label={t`Figures`} isFailed={error !== null}>
        <StatCard label={t`Total Templates`} value={data?.statistics.total_templates} />
        <StatCard label={t`Active Templates`} value={data?.statistics.active_templates} />
        <StatCard label={t`System Templates`} value={data?.statistics.system_templates} />
        <StatCard label={t`Custom Templates`} value={data?.statistics.custom_templates} />
        <StatCard label={t`Linked Events`} value={linked} />
      </StatGrid>
      <Panel
        title={t`Templates`}
        padding="none"
        footer={
          pages > 1 && <Pagination page={page} pages={pages} total={shown} onPage={(next) => show({ page: next > 1 ? next : undefined })} />
        }
      >
        {total > 0 && (
          <>
            <TemplateFilterBar
              filters={filters}
              categories={data?.categories ?? {}}
              onChange={(next) => show(next)}
              onClear={() => void navigate({ search: present(order) })}
            />
            <SelectionBar all={all} found={found} selected={selected} onSelect={setSelected} />
          </>
        )}
        <Loaded
          of={templates}
          failed={(reason) => t`Failed to fetch email templates: ${reason}`}
          loading={t`Loading templates...`}
          frame="inset"
        >
          {() =>
            rows.length > 0 ? (
              <TemplateTable
                templates={rows}
                sort={{ by: sort, direction }}
                onSort={({ by, direction: way }) =>
                  show({ sort: by === 'name' ? undefined : by, direction: way === 'asc' ? undefined : way, page: undefined })
                }
                selected={selected}
                onSelect={(slug, isOn) =>
                  setSelected(new Set(isOn ? [...selected, slug] : [...selected].filter((other) => other !== slug)))
                }
                onAct={(act, template) => (act === 'duplicate' ? duplicate.mutate(template.slug) : setActing({ act, template }))}
              />
            ) : total > 0 ? (
              <EmptyState icon={SearchX} title={t`No templates match your filters`} level={3} />
            ) : (
              <EmptyState
                icon={FileStack}
                title={t`No email templates`}
                level={3}
                action={<Button icon={Plus} onPress={() => setCreating(true)}>{t`Create Template`}</Button>}
              >
                <Trans>Get started by creating your first email template</Trans>
              </EmptyState>
            )
          }
        </Loaded>
      </Panel>
      {isCreating && <CreateTemplateDialog categories={data?.categories ?? {}} onClose={() => setCreating(false)} />}
      {acting?.act === 'preview' && (
        <PreviewDialog
          source={{ slug: acting.template.slug, name: translateTemplateName(acting.template) }}
          onClose={() => setActing(undefined)}
        />
      )}
      {acting?.act === 'test' && <SendTestDialog template={acting.template} onClose={() => setActing(undefined)} />}
      {acting?.act === 'delete' && (
        <DeleteTemplateDialog
          template={acting.template}
          onClose={() => setActing(undefined)}
          onDone={() => {
            setSelected(new Set([...selected].filter((slug) => slug !== acting.template.slug)))
            void client.invalidateQueries({ queryKey: templatesQuery.queryKey })
          }}
        />
      )}
    </AdminPage>
  )
}
