import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListChecks } from '../../../ui/icons/ListChecks.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { useState } from 'react'
import { accessQuery } from '../../../admin/access/access.ts'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { officeReviewsQuery } from '../../../reviews/office/office-reviews.ts'
import { OfficeReviewTable } from '../../../reviews/office/OfficeReviewTable.tsx'
import { StartReviewDialog } from '../../../reviews/StartReviewDialog.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'

export const Route = createFileRoute('/admin/reviews/')({
  // Scope of a review that is started from the ledger.
  validateSearch: searchIn(({ tag, group, domains, page }) => ({
    tag: textIn(tag),
    group: textIn(group),
    domains: textIn(domains),
    page: pageIn(page),
  })),
  component: ReviewsScreen,
})

function ReviewsScreen() {
  const { t } = useLingui()
  const { page = 1, ...filters } = present(Route.useSearch())
  const { tag, group, domains } = filters
  const navigate = Route.useNavigate()
  const reviews = useQuery(officeReviewsQuery(page))
  const ofGroup = useQuery({ ...accessQuery({ question: 'access', group: group ?? '' }), enabled: group !== undefined }).data
  const groupName = ofGroup?.data.find((row) => row.group?.id === group)?.group?.name ?? undefined
  const [isStarting, setStarting] = useState(false)
  const address = useListAddress({ page, filters, go: (to, how) => void navigate({ search: to, ...how }) })
  const scope = domains !== undefined ? 'outside' : tag !== undefined ? 'tag' : groupName !== undefined ? 'group' : 'all'
  return (
    <AdminPage
      title={t`Reviews of access`}
      subtitle={t`Owners confirm who still needs their keys; access that they do not confirm ends. You see their progress, and gain no access.`}
      crumbs={[{ label: t`Access`, to: '/admin/access' }, { label: t`Reviews of access` }]}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setStarting(true)} pending={group !== undefined && !ofGroup}>
          <Trans>Start a review</Trans>
        </Button>
      }
    >
      <ListPanel
        title={t`Reviews`}
        of={reviews}
        address={address}
        failed={t`The reviews could not be loaded`}
        empty={{
          icon: ListChecks,
          title: t`No reviews`,
          text: address.isNarrow
            ? t`Start one about what you asked the ledger.`
            : t`A review of a tag, a group or certain addresses begins best from the ledger of access.`,
        }}
      >
        {({ data }) => <OfficeReviewTable reviews={data} />}
      </ListPanel>
      {isStarting && (
        <StartReviewDialog
          of="office"
          groups={group !== undefined && groupName !== undefined ? [{ id: group, name: groupName }] : []}
          preset={{ scope, tag, domains, group_id: group }}
          onClose={() => setStarting(false)}
          onStarted={(id) => void navigate({ to: '/admin/reviews/$id', params: { id } })}
        />
      )}
    </AdminPage>
  )
}
