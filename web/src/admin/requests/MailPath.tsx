import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { approveMailPath, type MailPathChange } from '@twofold/contract/admin/mail-path'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { HandSentence } from '../../ui/HandSentence.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { At } from '../../ui/At.tsx'
import { mailPathQuery, requestsKey } from './requests.ts'
import { useRequestWords } from './use-request-words.ts'
import { type AskFactor, withFactor } from './with-factor.ts'

/** Recent changes to the mail path that make links prove nothing until a second administrator approves. Renders nothing without any. */
export function MailPath({ askFactor }: { askFactor: AskFactor }) {
  const { t } = useLingui()
  const words = useRequestWords()
  const changes = useQuery(mailPathQuery()).data?.changes ?? []
  const approve = useAct({
    send: (ids: string[]) => withFactor(askFactor, () => call(approveMailPath, { body: { ids } })),
    failed: t`The changes could not be approved`,
    renews: [requestsKey],
  })
  if (changes.length === 0) return null
  const approvable = changes.filter(({ cannot_approve: refusal }) => refusal === null).map(({ id }) => id)
  const sayWhyNot = (change: MailPathChange) =>
    change.cannot_approve === 'own' && change.counts_until !== null
      ? t`You made this change yourself. It counts until the time shown, and nobody has to approve it.`
      : words.sayWhyNot(change)
  const reasons = new Set(changes.flatMap((change) => sayWhyNot(change) ?? []))
  return (
    <Panel
      title={t`Changes to e-mail`}
      footer={
        approvable.length > 0 && (
          <Button variant="danger-line" pending={approve.isPending} onPress={() => approve.mutate(approvable)}>{t`Approve Changes`}</Button>
        )
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">
          {changes.some(({ counts_until: until }) => until === null) ? (
            <Trans>
              Until another administrator approves them, an e-mailed link to a new password or PIN closes the account that it opens.
            </Trans>
          ) : (
            <Trans>As long as they count, an e-mailed link to a new password or PIN closes the account that it opens.</Trans>
          )}
        </p>
        <ul aria-label={t`Changes to e-mail`} className="grid gap-3">
          {changes.map(({ id, kind, what, by, happened_at: at, counts_until: until }) => (
            <li key={id} className="grid gap-1 wrap-anywhere">
              <span>
                <HandSentence kind={kind} by={by} /> {what !== null && <span className="font-medium">{what}</span>}
              </span>
              <span className="text-muted">
                {until === null ? (
                  <Trans>
                    <At time={at} />, counts until it is approved
                  </Trans>
                ) : (
                  <Trans>
                    <At time={at} />, counts until <At time={until} />
                  </Trans>
                )}
              </span>
            </li>
          ))}
        </ul>
        <Link to="/admin/audit" className="text-button justify-self-start">
          <Trans>See in the audit log what was changed, from what and to what</Trans>
        </Link>
        {[...reasons].map((reason) => (
          <Alert key={reason} type="info">
            {reason}
          </Alert>
        ))}
      </div>
    </Panel>
  )
}
