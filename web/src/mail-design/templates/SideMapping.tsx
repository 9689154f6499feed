import { Trans } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { EventChips } from './EventChips.tsx'

/** Events that use the template, beside it. */
export function SideMapping({ template }: { template: Template }) {
  return (
    // Looks like a panel, but is not a region: the panel beside it has the same name.
    <div className="ui-card ui-panel">
      <div className="ui-panel-head">
        <h2>
          <Trans>Event Mapping</Trans>
        </h2>
      </div>
      <div className="ui-panel-body">
        <EventChips template={template} />
      </div>
    </div>
  )
}
