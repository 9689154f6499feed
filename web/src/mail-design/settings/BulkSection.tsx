import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applyThemeToAll } from '@twofold/contract/mail-design/settings'
import { useAct } from '../../kits/use-act.ts'
import { Paintbrush } from '../../ui/icons/Paintbrush.ts'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { ApplicationResult } from './ApplicationResult.tsx'
import { Reach } from './Reach.tsx'
import { reachOf } from './reach.ts'
import { allTemplatesQuery, lastApplicationQuery } from './settings.ts'
import type { SettingsForm } from './use-settings-form.ts'

type BulkSectionProps = { form: SettingsForm; themeName: string | undefined }

/** The default theme for all templates at once. */
export function BulkSection({ form: { values }, themeName }: BulkSectionProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const templates = useQuery(allTemplatesQuery)
  const { default_theme: theme, override_existing_themes: isOverriding } = values
  const apply = useAct({
    send: () => call(applyThemeToAll, { body: { theme, override_existing_themes: isOverriding } }),
    failed: (reason) => t`Failed to apply theme to templates: ${reason}`,
    said: ({ success, message }) => ({ message, type: success ? 'success' : 'error' }),
    renews: [allTemplatesQuery.queryKey],
    ...longToast,
    onAnswer: (result) => client.setQueryData(lastApplicationQuery.queryKey, result),
  })
  return (
    <Panel title={t`Bulk Actions`}>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <p className="text-text-2">
          {isOverriding ? (
            <Trans>
              Applies the default theme to all existing e-mail templates, also to those that have another theme. Use with caution.
            </Trans>
          ) : (
            <Trans>Applies the default theme to all existing e-mail templates that have no theme. It can be undone.</Trans>
          )}
        </p>
        <Button
          icon={Paintbrush}
          variant="danger-line"
          // Its label is a sentence: it goes on beneath where there is no room.
          className="max-w-full py-2 whitespace-normal"
          pending={apply.isPending}
          pendingLabel={t`Applying...`}
          disabledReason={theme === '' ? t`Choose a default theme first.` : undefined}
          onPress={() => setAsking(true)}
        >
          <Trans>Apply Default Theme to All Templates</Trans>
        </Button>
        <ApplicationResult />
      </div>
      {isAsking && (
        <AskDialog
          title={t`Apply ${themeName ?? theme} to all templates?`}
          onClose={() => setAsking(false)}
          act={apply}
          pendingLabel={t`Applying...`}
          confirmLabel={t`Apply theme`}
        >
          <p>
            <Trans>E-mails look different from the next one on. Afterwards you can undo it here.</Trans>
          </p>
          <Loaded
            of={templates}
            failed={t`What this touches could not be counted.`}
            loading={t`Counting what this touches...`}
            frame="line"
          >
            {(all) => <Reach of={reachOf(all, theme, isOverriding)} />}
          </Loaded>
        </AskDialog>
      )}
    </Panel>
  )
}
