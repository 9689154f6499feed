import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Mapping } from '@twofold/contract/email/mappings'
import type { Template } from '@twofold/contract/email/templates'
import { Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import { ErrorState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { LinkEvent } from './LinkEvent.tsx'
import { mappingsQuery } from './templates.ts'
import { useMappingActs } from './use-mapping-acts.ts'

/** The events that are mailed by a template: linked, switched and removed in place. */
export function MappingPanel({ template }: { template: Template }) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(mappingsQuery)
  const acts = useMappingActs(template)
  const [removing, setRemoving] = useState<Mapping>()
  const own = data?.mappings.filter(({ template_slug: slug }) => slug === template.slug)
  return (
    <Panel title={t`Event Mapping`}>
      {!own && error ? (
        <ErrorState level={3} title={t`The event mappings could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {failureMessage(error, error.message)}
        </ErrorState>
      ) : !own ? (
        <Loading />
      ) : (
        <div className="grid gap-5">
          {own.length === 0 && (
            <p className="text-text-2">
              <Trans>No event is mailed by this template yet.</Trans>
            </p>
          )}
          {own.length > 0 && (
            <SettingList label={t`Linked Events`}>
              {own.map((mapping) => (
                <SettingRow
                  key={mapping.id}
                  icon={Zap}
                  title={<AddressLink href={`/admin/email/events/${mapping.id}`}>{mapping.event_name}</AddressLink>}
                  actions={
                    <>
                      <Switch
                        label={<span className="sr-only">{t`${mapping.event_name} is mailed`}</span>}
                        checked={mapping.is_active}
                        disabled={acts.toggle.isPending}
                        onChange={({ target }) => acts.toggle.mutate({ id: mapping.id, isActive: target.checked })}
                      />
                      <IconButton size="sm" icon={Trash2} label={t`Remove ${mapping.event_name}`} onPress={() => setRemoving(mapping)} />
                    </>
                  }
                >
                  {mapping.is_active ? t`Active` : t`Inactive`}
                  {mapping.description && ` · ${mapping.description}`}
                </SettingRow>
              ))}
            </SettingList>
          )}
          <LinkEvent pending={acts.link.isPending} onLink={(event, reset) => acts.link.mutate(event, { onSuccess: reset })} />
        </div>
      )}
      {removing && (
        <AlertDialog
          title={t`Remove ${removing.event_name}?`}
          confirmLabel={t`Remove`}
          pending={acts.remove.isPending}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => acts.remove.mutate(removing.id, { onSettled: () => setRemoving(undefined) })}
        >
          <p>
            <Trans>Are you sure you want to remove this event mapping? This action cannot be undone.</Trans>
          </p>
        </AlertDialog>
      )}
    </Panel>
  )
}
