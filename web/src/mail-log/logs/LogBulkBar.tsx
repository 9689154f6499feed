import { Trans, useLingui } from '@lingui/react/macro'
import { resendMost } from '@twofold/contract/mail-log/logs'
import { useState } from 'react'
import type { useSelection } from '../../kits/use-selection.ts'
import { BulkBar } from '../../ui/BulkBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import { ResendManyDialog } from './ResendManyDialog.tsx'

/** Resends the selected e-mails, after a question. */
export function LogBulkBar({ selection: { selected, clear } }: { selection: ReturnType<typeof useSelection> }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const stop = () => setAsking(false)
  return (
    <>
      <BulkBar selected={selected.size} onClear={clear}>
        <Button
          size="sm"
          icon={RotateCw}
          disabledReason={selected.size > resendMost ? t`At most ${resendMost} at once.` : undefined}
          onPress={() => setAsking(true)}
        >
          <Trans>Resend</Trans>
        </Button>
      </BulkBar>
      {isAsking && (
        <ResendManyDialog
          ids={[...selected]}
          onClose={stop}
          onDone={() => {
            stop()
            clear()
          }}
        />
      )}
    </>
  )
}
