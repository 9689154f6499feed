import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Send } from '../../../../ui/icons/Send.ts'
import { Workflow } from '../../../../ui/icons/Workflow.ts'
import { useState } from 'react'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../../../ui/SettingRow.tsx'
import { translateTemplateName } from '../../../../lib/server-texts.ts'
import { eventTitle } from '../../../../lib/event-title.ts'
import { TestMappingDialog } from '../../../../mail-delivery/trials/TestMappingDialog.tsx'
import { mappingsInUseQuery } from './dashboard.ts'
import { PanelContent } from './PanelContent.tsx'

const shown = 5

/** Events and their templates; each can be tested. */
export function MappingsPanel() {
  const { t, i18n } = useLingui()
  const mappings = useQuery(mappingsInUseQuery)
  const [testing, setTesting] = useState<{ id: string; event_name: string }>()
  return (
    <Panel title={t`Event-Template Mappings`} padding="none">
      <PanelContent query={mappings} failure={t`The mappings could not be loaded`} empty={t`No event sends an e-mail yet.`}>
        {(list) => (
          <div className="p-5">
            <SettingList label={t`Event-Template Mappings`}>
              {list.slice(0, shown).map((mapping) => {
                const title = eventTitle(mapping.event_name)
                const sent = i18n.number(mapping.emails_sent)
                const template = mapping.template ? translateTemplateName(mapping.template) : t`No template`
                const provider = mapping.template?.provider?.name ?? t`Default provider`
                return (
                  <SettingRow
                    key={mapping.id}
                    icon={Workflow}
                    title={title}
                    state={mapping.is_active ? <Badge tone="success">{t`Active`}</Badge> : <Badge>{t`Inactive`}</Badge>}
                    actions={
                      <Button size="sm" icon={Send} aria-label={t`Test ${title}`} onPress={() => setTesting(mapping)}>
                        <Trans>Test</Trans>
                      </Button>
                    }
                  >
                    {t`${template}, ${provider}, ${sent} sent`}
                  </SettingRow>
                )
              })}
            </SettingList>
          </div>
        )}
      </PanelContent>
      {testing && <TestMappingDialog mapping={testing} onClose={() => setTesting(undefined)} />}
    </Panel>
  )
}
