import { Trans, useLingui } from '@lingui/react/macro'
import { type ClosedAccount as Closed, proveAccount } from '@twofold/contract/trust'
import { call } from '../lib/call.ts'
import { timeText } from '../lib/exact-time.ts'
import { HandSentence } from '../ui/HandSentence.tsx'
import { ProofForm } from './ProofForm.tsx'

/** The act that closed the account, its actor and time, the end of the closure, and the ways to open it. */
export function ClosedAccount({ closing, onProven }: { closing: Closed; onProven: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <ul className="grid gap-3">
        {closing.hands.map(({ kind, by, happened_at: at }) => (
          <li key={`${kind} ${at}`}>
            <p className="font-medium">
              <HandSentence kind={kind} by={by} />
            </p>
            <p className="text-sm text-text-2">
              <time dateTime={at}>{timeText(at)}</time>
            </p>
          </li>
        ))}
        {closing.hands.length === 0 && (
          <li>
            <Trans>Your password or PIN was set by a link that others may have had.</Trans>
          </li>
        )}
      </ul>
      <p>
        {closing.codes_until === null ? (
          <Trans>
            It was stopped, so it does not open by itself. Prove who you are with something from before, or ask a second administrator to
            open it.
          </Trans>
        ) : (
          <Trans>
            Until <time dateTime={closing.codes_until}>{timeText(closing.codes_until)}</time> there are no codes, and nothing leaves your
            vault. Something that you have from before brings your codes back at once.
          </Trans>
        )}
      </p>
      {closing.proofs.length === 0 ? (
        <p>
          <Trans>
            Nothing that you have from before is left. A password link to your proven address helps, if nobody changed the way it takes:
            sign out and choose “Forgot password?”
          </Trans>
        </p>
      ) : (
        <ProofForm
          proofs={closing.proofs}
          send={(proof) => call(proveAccount, { body: proof })}
          submitLabel={t`Open my account`}
          onProven={onProven}
        />
      )}
    </>
  )
}
