import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AuditStream } from '@twofold/contract/admin/streams'
import { translateTrouble } from '../../lib/server-texts.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'

const tones: Record<AuditStream['state'], BadgeTone> = {
  starting: 'info',
  working: 'success',
  behind: 'warning',
  failing: 'danger',
  paused: 'neutral',
}

/** State of a stream, its problem, and the time of the next attempt. */
export function StreamState({ stream }: { stream: AuditStream }) {
  const { t } = useLingui()
  const labels = { starting: t`Starting`, working: t`Up to date`, behind: t`Behind`, failing: t`Failing`, paused: t`Paused` }
  const { state, waiting, last_error, failing_since, next_try_at } = stream
  return (
    <span className="ui-lines">
      <Badge tone={tones[state]}>{state === 'working' && waiting > 0 ? t`Sending` : labels[state]}</Badge>
      {last_error !== null && <span className="text-sm wrap-anywhere">{translateTrouble(last_error)}</span>}
      {failing_since !== null && (
        <span className="text-sm text-text-2">
          <Trans>
            Since <At time={failing_since} />.
          </Trans>{' '}
          {state === 'failing' && next_try_at !== null && (
            <Trans>
              Next try: <At time={next_try_at} />.
            </Trans>
          )}
        </span>
      )}
    </span>
  )
}

/** Up to which row the receiver has the log, and how much of it waits. */
export function StreamProgress({ stream: { sent_sequence, sent_at, waiting } }: { stream: AuditStream }) {
  return (
    <span className="grid gap-1">
      <span>{sent_at === null ? <Trans>Nothing sent yet</Trans> : <Trans>Row {sent_sequence}</Trans>}</span>
      <span className="text-sm text-text-2">
        {sent_at !== null && <Ago time={sent_at} />} {waiting > 0 && <Plural value={waiting} one="# row waits" other="# rows wait" />}
      </span>
    </span>
  )
}
