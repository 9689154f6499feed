import { Trans, useLingui } from '@lingui/react/macro'
import { type MailLogDetails, type MailResolution, resolveMail } from '@twofold/contract/mail-log/logs'
import { MailCheck } from '../../ui/icons/MailCheck.ts'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { At } from '../../ui/At.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { mailLogsKey } from './logs.ts'

/** An e-mail with an unknown outcome: the decision about it, or the two options. */
export function ResolvePanel({ log }: { log: MailLogDetails }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const resolve = useAct({
    send: (as: MailResolution) => call(resolveMail, { params: { id: log.id }, body: { as } }),
    failed: t`The decision could not be saved`,
    renews: [mailLogsKey],
    ...longToast,
    onEnd: () => setAsking(false),
  })
  if (log.resolution) {
    const at = <At time={log.resolution.at} />
    return (
      <Alert type="info">
        {log.resolution.as === 'delivered' ? (
          <Trans>An administrator marked it as delivered on {at}.</Trans>
        ) : (
          <Trans>An administrator sent it again on {at}, as a new e-mail.</Trans>
        )}
      </Alert>
    )
  }
  if (log.status !== 'unknown') return null
  const email = log.recipient_email
  return (
    <Alert type="warning" title={t`Nobody knows whether it arrived`}>
      <div className="grid gap-3">
        <p>
          <Trans>The connection broke while it was handed over. Ask {email}, or look into the provider's log, then decide.</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={MailCheck} pending={resolve.isPending && !isAsking} onPress={() => resolve.mutate('delivered')}>
            <Trans>Mark as delivered</Trans>
          </Button>
          <Button icon={RotateCw} onPress={() => setAsking(true)}>
            <Trans>Send again</Trans>
          </Button>
        </div>
      </div>
      {isAsking && (
        <AskDialog
          title={t`Send again to ${email}?`}
          tone="primary"
          confirmLabel={t`Send again`}
          onClose={() => setAsking(false)}
          act={resolve}
          input={'sent_again'}
        >
          <p>
            <Trans>
              If the first one did arrive, {email} gets it twice. A one-time link in it is made again, and the earlier one stops working.
            </Trans>
          </p>
        </AskDialog>
      )}
    </Alert>
  )
}
