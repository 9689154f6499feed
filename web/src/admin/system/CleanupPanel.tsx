import { Trans, useLingui } from '@lingui/react/macro'
import { type CleanupType, runCleanup } from '@twofold/contract/admin/system'
import type { Outline } from '../../ui/Icon.tsx'
import { CalendarX } from '../../ui/icons/CalendarX.ts'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { RotateCcwKey } from '../../ui/icons/RotateCcwKey.ts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { BusyOverlay } from './BusyOverlay.tsx'
import { CleanupDialog } from './CleanupDialog.tsx'
import { useCleanupTitles } from './use-cleanup-titles.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { useOperation } from './use-operation.ts'

export function CleanupPanel() {
  const { t } = useLingui()
  const [asking, setAsking] = useState<CleanupType>()
  const titles = useCleanupTitles()
  const words: Record<CleanupType, { text: string; icon: Outline }> = {
    expired_shares: {
      text: t`Shares past their end. They no longer work; the people who had them are notified.`,
      icon: CalendarX,
    },
    orphaned_keys: {
      text: t`Keys and data of people whose account was deleted over 30 days ago.`,
      icon: KeyRound,
    },
    unused_recovery_codes: {
      text: t`Codes of sets that were replaced, and of deleted accounts. Codes that still work are kept; System Health counts those.`,
      icon: RotateCcwKey,
    },
  }
  const cleanup = useCleanup((type) => titles[type])
  return (
    <Panel title={t`Cleanup Operations`}>
      <SettingList label={t`Cleanup Operations`}>
        {(Object.keys(words) as CleanupType[]).map((type) => {
          const { text, icon } = words[type]
          const title = titles[type]
          return (
            <SettingRow
              key={type}
              icon={icon}
              title={title}
              actions={
                <Button size="sm" onPress={() => setAsking(type)} aria-label={t`Clean up: ${title}`}>
                  <Trans>Clean up...</Trans>
                </Button>
              }
            >
              {text}
            </SettingRow>
          )
        })}
      </SettingList>
      {asking && (
        <CleanupDialog
          type={asking}
          title={titles[asking]}
          onClose={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined)
            cleanup.mutate(asking)
          }}
        />
      )}
      {cleanup.isPending && <BusyOverlay label={t`Performing cleanup...`} />}
    </Panel>
  )
}

function useCleanup(title: (type: CleanupType) => string) {
  const { t } = useLingui()
  return useOperation({
    action: title,
    send: (type: CleanupType) => call(runCleanup, { body: { type } }, { limitMs: longLimitMs }),
    done: ({ message }) => message,
    failed: (message) => t`Cleanup failed: ${message}`,
    renews: [['admin']],
  })
}
