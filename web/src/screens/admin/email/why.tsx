import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CircleHelp } from '../../../ui/icons/CircleHelp.ts'
import { ExplanationView } from './-why/ExplanationView.tsx'
import { explanationQuery } from './-why/explanation.ts'
import { availableEventsQuery } from '../../../mail-rules/mappings/mappings.ts'
import { Loaded } from '../../../kits/Loaded.tsx'
import { PageForm } from '../../../kits/PageForm.tsx'
import { useTypedForm } from '../../../kits/use-typed-form.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { minuteIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { Card, Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'

export const Route = createFileRoute('/admin/email/why')({
  validateSearch: searchIn(({ event, email, at }) => ({ event: textIn(event), email: textIn(email), at: minuteIn(at) })),
  component: WhyScreen,
})

function WhyScreen() {
  const { t } = useLingui()
  const asked = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const { event = '', email = '', at } = asked
  const explanation = useQuery(explanationQuery({ event, email, at }))
  const { data, error, isFetching, refetch } = explanation
  const refused = error instanceof ApiError ? error.errors : {}
  const ask = (search: Question) => {
    if (JSON.stringify(search) === JSON.stringify(asked)) void refetch()
    else void navigate({ search, replace: true })
  }
  const isAsked = event !== '' && email !== ''
  const isRefused = Object.keys(refused).length > 0
  return (
    <AdminPage
      title={t`Why was it (not) sent?`}
      subtitle={t`Choose an event, a person and a time. Every check is made as it would be then; nothing is sent.`}
      crumbs={[
        { label: t`Email System`, to: '/admin/email' },
        { label: t`Event Mappings`, to: '/admin/email/events' },
        { label: t`Why was it (not) sent?` },
      ]}
    >
      <Panel title={t`Question`}>
        <QuestionForm asked={asked} refused={refused} isPending={isAsked && isFetching} onAsk={ask} />
      </Panel>
      {!data && (!isAsked || isRefused) ? (
        <Card>
          <EmptyState icon={CircleHelp} title={t`Nothing asked yet`}>
            <Trans>Mapping, conditions, suppression, the choice of a provider and the e-mail itself appear here.</Trans>
          </EmptyState>
        </Card>
      ) : (
        <Loaded
          of={explanation}
          failed={t`It could not be explained`}
          loading={t`Checking...`}
          outline={<Skeleton height="16rem" radius="var(--r-lg)" />}
          frame="card"
        >
          {(shown) => <ExplanationView explanation={shown} renew={async () => (await refetch()).data?.mail?.preview_url ?? ''} />}
        </Loaded>
      )}
    </AdminPage>
  )
}

type Question = { event?: string; email?: string; at?: string }

type QuestionFormProps = {
  asked: Question
  /** The server's complaints, by field. */
  refused: Record<string, string[]>
  isPending: boolean
  onAsk: (question: Question) => void
}

function QuestionForm({ asked, refused, isPending, onAsk }: QuestionFormProps) {
  const { t } = useLingui()
  const events = useQuery(availableEventsQuery)
  const form = useTypedForm({
    values: { event: asked.event ?? '', email: asked.email ?? '', at: asked.at ?? '' },
    isFleeting: true,
    onSubmit: ({ event, email, at }) => onAsk(present({ event: textIn(event), email: textIn(email.trim()), at: minuteIn(at) })),
  })
  const fields = form.watch()
  return (
    <PageForm form={form} className="grid items-start gap-5 sm:grid-cols-2 min-[64rem]:grid-cols-[repeat(2,minmax(0,1fr))_14rem_auto]">
      <Select
        label={t`Event`}
        {...form.register('event')}
        value={fields.event}
        error={refused['event_name']?.[0]}
        options={[
          { value: '', label: t`Choose an event` },
          ...(events.data ?? []).map(({ name, title }) => ({ value: name, label: `${title} (${name})` })),
        ]}
      />
      <TextField label={t`Email`} type="email" {...form.register('email')} value={fields.email} error={refused['email']?.[0]} />
      <TextField
        label={t`Time`}
        type="datetime-local"
        note={t`Optional`}
        {...form.register('at')}
        value={fields.at}
        error={refused['at']?.[0]}
      />
      <Button
        // Beside its fields, below their labels.
        className="sm:mt-6.5 sm:justify-self-start"
        type="submit"
        variant="primary"
        pending={isPending}
        pendingLabel={t`Checking...`}
        disabledReason={fields.event === '' || fields.email.trim() === '' ? t`Choose an event and a person first.` : undefined}
      >
        <Trans>Explain</Trans>
      </Button>
    </PageForm>
  )
}
