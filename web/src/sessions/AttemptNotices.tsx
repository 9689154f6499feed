import { Plural, Trans } from '@lingui/react/macro'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import type { Attempt } from './use-attempt.ts'

/** Result of the last attempt, beneath the fields. `done` is the sentence for success. */
export function AttemptNotices({ attempt, done }: { attempt: Attempt; done: string }) {
  const { notice, attemptsLeft } = attempt
  return (
    <>
      <FailureAlert>{notice?.kind === 'error' && notice.message}</FailureAlert>
      {notice?.kind === 'limited' && <TooManyAttempts deadline={notice.deadline} />}
      {notice?.kind === 'done' && (
        <Alert type="success" announce>
          {done}
        </Alert>
      )}
      {attemptsLeft !== undefined && (
        <Alert type="warning" announce>
          <Plural
            value={attemptsLeft}
            one="Rate limit warning: # attempt remaining. Please slow down to avoid temporary lockout."
            other="Rate limit warning: # attempts remaining. Please slow down to avoid temporary lockout."
          />
        </Alert>
      )}
    </>
  )
}

function TooManyAttempts({ deadline }: { deadline: number }) {
  const seconds = useSecondsUntil(deadline)
  if (seconds === 0) return null
  return (
    <Alert type="error" announce>
      <Plural
        value={seconds}
        one={
          <Trans>
            Too many attempts. Please try again in <Ticking>{seconds}</Ticking> second.
          </Trans>
        }
        other={
          <Trans>
            Too many attempts. Please try again in <Ticking>{seconds}</Ticking> seconds.
          </Trans>
        }
      />
    </Alert>
  )
}

/** Changes each second without being spoken each second. */
function Ticking({ children }: { children: number }) {
  return (
    <span role="timer" aria-live="off">
      {children}
    </span>
  )
}
