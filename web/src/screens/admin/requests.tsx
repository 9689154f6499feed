import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Request, RequestList } from '@twofold/contract/admin/requests'
import { ArrowLeft } from '../../ui/icons/ArrowLeft.ts'
import { Inbox } from '../../ui/icons/Inbox.ts'
import { type ReactNode, useState } from 'react'
import { MailPath } from '../../admin/requests/MailPath.tsx'
import { RequestDetail } from '../../admin/requests/RequestDetail.tsx'
import { RequestItems } from '../../admin/requests/RequestItems.tsx'
import { requestQuery, requestsQuery } from '../../admin/requests/requests.ts'
import { type RequestStep, stepsFor } from '../../admin/requests/request-steps.ts'
import { useFactorQuestion } from '../../factors/use-factor-question.tsx'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { oneIn, pageIn, present, searchIn, textIn } from '../../lib/list-search.ts'
import { useMedia } from '../../lib/use-media.ts'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { useShortcut } from '../../lib/use-shortcut.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Segments } from '../../ui/Segments.tsx'

const lists = ['waiting', 'decided', 'expired'] as const

type Group = 'others' | 'own' | 'all'

export const Route = createFileRoute('/admin/requests')({
  validateSearch: searchIn(({ list, id, page }) => ({ list: oneIn(list, lists), id: textIn(id), page: pageIn(page) })),
  component: RequestsScreen,
})

function RequestsScreen() {
  const { t } = useLingui()
  const { list = 'waiting', id: chosen, page = 1 } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const found = useQuery(requestsQuery(list, page))
  const { data } = found
  const me = useQuery(currentUserQuery).data?.id
  // With enough room, the first one is open beside the list.
  const isWide = useMedia('(min-width: 64rem)')
  const shown = groupsOf(data?.data ?? [], list, me)
  const requests = shown.flatMap((group) => group.requests)
  const id = chosen ?? (isWide ? requests[0]?.id : undefined)
  const [question, setQuestion] = useState<{ id: string; step: RequestStep }>()
  const { askFactor, dialog: factorDialog } = useFactorQuestion()
  const detail = useQuery({ ...requestQuery(id ?? ''), enabled: id !== undefined }).data
  const steps = detail ? stepsFor(detail) : []
  const ask = (step: RequestStep) => void (id !== undefined && setQuestion({ id, step }))
  const move = (by: 1 | -1) => {
    const next = requests[requests.findIndex((request) => request.id === id) + by]
    if (next) void navigate({ search: present({ list, page: page > 1 ? page : undefined, id: next.id }), resetScroll: false })
  }
  useShortcut('j', t`Next request`, () => move(1), { enabled: requests.length > 1 })
  useShortcut('k', t`Previous request`, () => move(-1), { enabled: requests.length > 1 })
  useShortcut('y', t`Approve`, () => ask('approve'), { enabled: steps.includes('approve') })
  useShortcut('r', t`Refuse`, () => ask('refuse'), { enabled: steps.includes('refuse') })
  const goTo = (next: number, { replace = false } = {}) =>
    void navigate({ search: present({ list, page: next > 1 ? next : undefined }), replace })
  const titles = useListTitles()
  return (
    <AdminPage
      title={t`Requests`}
      subtitle={t`What cannot be taken back needs a second administrator, or a day’s wait.`}
      crumbs={[{ label: t`Requests` }]}
    >
      <Segments
        label={t`Requests`}
        options={lists.map((value) => ({ value, label: titles[value] }))}
        value={list}
        onChange={(value) => void navigate({ search: { list: value } })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <div className={chosen === undefined ? '' : 'max-lg:hidden'}>
          <ListPanel
            title={titles[list]}
            of={found}
            address={{ page, goTo }}
            failed={t`The requests could not be loaded`}
            empty={{ icon: Inbox, ...useEmptyTexts()[list] }}
          >
            {() => <RequestGroups groups={shown} list={list} page={page} open={id} />}
          </ListPanel>
        </div>
        {id !== undefined && (
          <div className="grid gap-3">
            {chosen !== undefined && (
              <LinkButton
                className="justify-self-start lg:hidden"
                size="sm"
                icon={ArrowLeft}
                to="/admin/requests"
                search={present({ list, page: page > 1 ? page : undefined })}
              >
                {t`All requests`}
              </LinkButton>
            )}
            <RequestDetail
              key={id}
              id={id}
              askFactor={askFactor}
              step={question?.id === id ? question.step : undefined}
              onStep={(step) => setQuestion(step && { id, step })}
            />
          </div>
        )}
      </div>
      {list === 'waiting' && <MailPath askFactor={askFactor} />}
      {factorDialog}
    </AdminPage>
  )
}

function useListTitles(): Record<RequestList, string> {
  const { t } = useLingui()
  return { waiting: t`Waiting`, decided: t`Decided`, expired: t`Expired` }
}

/** Says how requests come to be: nobody makes one on this screen. */
function useEmptyTexts(): Record<RequestList, { title: string; text: ReactNode }> {
  const { t } = useLingui()
  return {
    waiting: {
      title: t`No request is waiting`,
      text: (
        <Trans>
          Weighty acts, such as setting somebody’s password, making an administrator or handing over keys, become a request when an
          administrator begins them. It appears here, and another administrator approves or refuses it. If there is no other one, the act is
          carried out after the waiting time.
        </Trans>
      ),
    },
    decided: {
      title: t`No request was decided yet`,
      text: <Trans>Requests that were approved, refused, withdrawn or stopped appear here, with the names of those who decided.</Trans>,
    },
    expired: {
      title: t`No request has expired`,
      text: (
        <Trans>
          Requests that nobody decided in time appear here. Nothing of them was carried out; begin the act again if you still need it.
        </Trans>
      ),
    },
  }
}

type RequestGroupsProps = {
  groups: ReturnType<typeof groupsOf>
  list: RequestList
  page: number
  open: string | undefined
}

function RequestGroups({ groups, list, page, open }: RequestGroupsProps) {
  const { t } = useLingui()
  const titles: Record<Group, string> = { others: t`Waiting for you`, own: t`Asked by you`, all: useListTitles()[list] }
  return groups.map(({ group, requests }) => (
    <section key={group}>
      {group !== 'all' && (
        <h3 className="border-b border-border bg-sunken px-4 pt-3 pb-2 text-xs font-medium text-text-2">{titles[group]}</h3>
      )}
      <RequestItems label={titles[group]} requests={requests} list={list} page={page > 1 ? page : undefined} open={open} />
    </section>
  ))
}

/** Requests that wait for the reader, then the reader's own; decided ones stay in one list. */
function groupsOf(requests: readonly Request[], list: RequestList, me: string | undefined): { group: Group; requests: Request[] }[] {
  if (list !== 'waiting') return [{ group: 'all', requests: [...requests] }]
  const isOwn = ({ asker }: Request) => asker.id === me
  const groups: { group: Group; requests: Request[] }[] = [
    { group: 'others', requests: requests.filter((request) => !isOwn(request)) },
    { group: 'own', requests: requests.filter(isOwn) },
  ]
  return groups.filter((group) => group.requests.length > 0)
}
