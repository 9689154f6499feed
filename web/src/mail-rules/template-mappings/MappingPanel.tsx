import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import type { Template } from '@twofold/contract/mail-design/templates'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { Zap } from '../../ui/icons/Zap.ts'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { translateDescription } from '../../lib/server-texts.ts'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { LinkEvent } from './LinkEvent.tsx'
import { mappingsQuery, mappingsKey } from '../mappings/mappings.ts'
import { changeMappingPart, createMapping } from '@twofold/contract/mail-rules/mapping-calls'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { longToast } from '../../ui/toast-options.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { useRemoveMapping } from '../mappings/use-mapping-acts.ts'

/** The events that use a template: linked, switched and removed in place. */
export function MappingPanel({ template }: { template: Template }) {
  const { t } = useLingui()
  const mappings = useQuery(mappingsQuery)
  const acts = useTemplateMappings(template)
  const [removing, setRemoving] = useState<Mapping>()
  const ownOf = (all: readonly Mapping[]) => all.filter(({ template_slug: slug }) => slug === template.slug)
  return (
    <Panel title={t`Event Mapping`}>
      <Loaded of={mappings} failed={t`The event mappings could not be loaded`}>
        {(data) => (
          <div className="grid gap-5">
            {ownOf(data.mappings).length === 0 ? (
              <p className="text-text-2">
                <Trans>No event uses this template yet.</Trans>
              </p>
            ) : (
              <SettingList label={t`Linked Events`}>
                {ownOf(data.mappings).map((mapping) => (
                  <SettingRow
                    key={mapping.id}
                    icon={Zap}
                    title={<AddressLink href={`/admin/email/events/${mapping.id}`}>{mapping.event_name}</AddressLink>}
                    actions={
                      <>
                        <Switch
                          label={<span className="sr-only">{t`E-mails for ${mapping.event_name}`}</span>}
                          checked={mapping.is_active}
                          disabled={acts.toggle.isPending}
                          onChange={({ target }) => acts.toggle.mutate({ id: mapping.id, isActive: target.checked })}
                        />
                        <IconButton size="sm" icon={Trash2} label={t`Remove ${mapping.event_name}`} onPress={() => setRemoving(mapping)} />
                      </>
                    }
                  >
                    {mapping.is_active ? t`Active` : t`Inactive`}
                    {mapping.description && ` · ${translateDescription(mapping.description)}`}
                  </SettingRow>
                ))}
              </SettingList>
            )}
            <LinkEvent pending={acts.link.isPending} onLink={(event, reset) => acts.link.mutate(event, { onSuccess: reset })} />
          </div>
        )}
      </Loaded>
      {removing && (
        <AskDialog
          title={t`Remove ${removing.event_name}?`}
          confirmLabel={t`Remove`}
          onClose={() => setRemoving(undefined)}
          act={acts.remove}
          input={removing}
        >
          <p>
            <Trans>Are you sure you want to remove this event mapping? This action cannot be undone.</Trans>
          </p>
        </AskDialog>
      )}
    </Panel>
  )
}

/** Links events with a template, switches the links and removes them. */
function useTemplateMappings(template: Pick<Template, 'slug' | 'provider_id'>) {
  const { t } = useLingui()
  const renews = [mappingsKey, [...templatesKey, template.slug], [...templatesKey, 'list']]
  return {
    link: useAct({
      send: (event: string) =>
        call(createMapping, {
          body: { event_name: event, template_slug: template.slug, provider_id: template.provider_id, is_active: true },
        }),
      failed: (reason) => t`Failed to create event mapping: ${reason}`,
      said: () => t`Event mapping created`,
      renews,
      ...longToast,
      onDone: ({ missing_variables: missing }) => {
        const names = missing.join(', ')
        if (names) toast.warning(t`This event does not have what the template uses: ${names}`, { duration: 10_000 })
      },
    }),
    toggle: useAct({
      send: ({ id, isActive }: { id: string; isActive: boolean }) =>
        call(changeMappingPart, { params: { id }, body: { is_active: isActive } }),
      failed: (reason) => t`Failed to update event mapping: ${reason}`,
      said: (_, { isActive }) => (isActive ? t`Event mapping enabled` : t`Event mapping disabled`),
      renews,
      ...longToast,
    }),
    remove: useRemoveMapping(renews),
  }
}
