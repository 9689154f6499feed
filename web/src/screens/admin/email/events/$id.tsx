import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { EventDescription } from '@twofold/contract/mail-rules/mapping-calls'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { FlaskConical } from '../../../../ui/icons/FlaskConical.ts'
import { Pencil } from '../../../../ui/icons/Pencil.ts'
import { Power } from '../../../../ui/icons/Power.ts'
import { Trash2 } from '../../../../ui/icons/Trash2.ts'
import { useState } from 'react'
import { DecisionsPanel } from '../../../../mail-rules/mappings/DecisionsPanel.tsx'
import { eventTitle } from '../../../../lib/event-title.ts'
import { statusOf } from '../../../../mail-rules/mappings/mapping-status.ts'
import { statusTones, useAudienceLabels, useStatusLabels } from '../../../../mail-rules/mappings/mapping-words.ts'
import { MappingDialog } from '../../../../mail-rules/mappings/MappingDialog.tsx'
import { mappingQuery } from '../../../../mail-rules/mappings/mappings.ts'
import { RemoveMappingDialog } from '../../../../mail-rules/mappings/RemoveMappingDialog.tsx'
import { TestMappingDialog } from '../../../../mail-delivery/trials/TestMappingDialog.tsx'
import { useToggleMapping } from '../../../../mail-rules/mappings/use-mapping-acts.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { oneIn, pageIn, present, searchIn } from '../../../../lib/list-search.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Fact, Facts } from '../../../../ui/Facts.tsx'
import { Skeleton } from '../../../../ui/Loading.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { translateTemplateName } from '../../../../lib/server-texts.ts'

export const Route = createFileRoute('/admin/email/events/$id')({
  validateSearch: searchIn(({ page, outcome }) => ({ page: pageIn(page), outcome: oneIn(outcome, ['sent', 'not_sent']) })),
  component: MappingScreen,
})

function MappingScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const { page = 1, outcome } = Route.useSearch()
  const navigate = Route.useNavigate()
  const found = useQuery(mappingQuery(id))
  const [open, setOpen] = useState<'edit' | 'test' | 'remove'>()
  const toggle = useToggleMapping()
  const mapping = found.data?.mapping
  const title = mapping ? eventTitle(mapping.event_name) : t`Event Mapping`
  const close = () => setOpen(undefined)
  return (
    <AdminPage
      title={title}
      subtitle={found.data?.event.when}
      crumbs={[{ label: t`Email System`, to: '/admin/email' }, { label: t`Event Mappings`, to: '/admin/email/events' }, { label: title }]}
      actions={
        mapping && (
          <>
            <Button icon={FlaskConical} onPress={() => setOpen('test')}>
              <Trans>Test</Trans>
            </Button>
            <Button icon={Pencil} onPress={() => setOpen('edit')}>
              <Trans>Edit</Trans>
            </Button>
            <Button icon={Power} pending={toggle.isPending} onPress={() => toggle.mutate(mapping)}>
              {mapping.is_active ? <Trans>Disable</Trans> : <Trans>Enable</Trans>}
            </Button>
            <Button icon={Trash2} variant="danger-line" onPress={() => setOpen('remove')}>
              <Trans>Delete</Trans>
            </Button>
          </>
        )
      }
    >
      <Loaded
        of={found}
        failed={t`The mapping could not be loaded`}
        loading={t`Loading the mapping...`}
        outline={<Skeleton height="16rem" radius="var(--r-lg)" />}
        frame="card"
      >
        {({ mapping: shown, event }) => (
          <>
            <MappingFacts mapping={shown} audience={event.audience} />
            <DecisionsPanel
              mappingId={id}
              page={page}
              outcome={outcome}
              onPage={(next, how) => void navigate({ search: present({ outcome, page: next > 1 ? next : undefined }), ...how })}
              onOutcome={(value) => void navigate({ search: present({ outcome: value }), replace: true })}
            />
            {open === 'edit' && <MappingDialog stored={shown} onClose={close} />}
            {open === 'test' && <TestMappingDialog mapping={shown} onClose={close} />}
            {open === 'remove' && (
              <RemoveMappingDialog mapping={shown} onClose={close} onRemoved={() => void navigate({ to: '/admin/email/events' })} />
            )}
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function MappingFacts({ mapping: shown, audience }: { mapping: Mapping; audience: EventDescription['audience'] }) {
  const { t } = useLingui()
  const statuses = useStatusLabels()
  const audiences = useAudienceLabels()
  return (
    <Panel title={t`Mapping`}>
      <Facts>
        <Fact name={t`Event`}>
          <code className="wrap-anywhere">{shown.event_name}</code>
        </Fact>
        <Fact name={t`Who gets it`}>{audiences[audience]}</Fact>
        <Fact name={t`Status`}>
          <Badge tone={statusTones[statusOf(shown)]}>{statuses[statusOf(shown)]}</Badge>
        </Fact>
        <Fact name={t`Template`}>
          {shown.template ? (
            <Link to="/admin/email/templates/$slug" params={{ slug: shown.template.slug }}>
              {translateTemplateName(shown.template)}
            </Link>
          ) : (
            t`Template not found`
          )}
        </Fact>
        <Fact name={t`Provider`}>{shown.provider?.name ?? t`Default Provider`}</Fact>
        <Fact name={t`Conditions`}>
          {Object.keys(shown.conditions).length === 0 ? (
            <Trans>None: it is always sent.</Trans>
          ) : (
            <pre className="whitespace-pre-wrap wrap-anywhere">{JSON.stringify(shown.conditions, null, 2)}</pre>
          )}
        </Fact>
      </Facts>
    </Panel>
  )
}
