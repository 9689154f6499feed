import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditStream } from '@twofold/contract/admin/streams'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useRemoveStream } from './use-stream-acts.ts'

/** Asks before a stream goes: where it stopped is lost with it. */
export function RemoveStreamDialog({ stream, onClose }: { stream: AuditStream; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveStream()
  const { id, name, destination } = stream
  return (
    <AskDialog title={t`Remove this stream?`} onClose={onClose} act={remove} input={id} confirmLabel={t`Remove stream`}>
      <p className="wrap-anywhere">
        <Trans>
          {name} no longer sends the audit log to {destination}. What was sent stays there. Pause it instead to continue later after the
          last row that was sent.
        </Trans>
      </p>
    </AskDialog>
  )
}
