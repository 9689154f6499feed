import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../ui/Alert.tsx'

interface ShowingNoteProps {
  /** Milliseconds of this computer's clock. */
  at: number
  secondsLeft: number
  isOwn: boolean
}

/** Says that the showing was recorded, who can read the record, and when the secret disappears. */
export function ShowingNote({ at, secondsLeft, isOwn }: ShowingNoteProps) {
  const { t, i18n } = useLingui()
  const time = i18n.date(new Date(at), { timeStyle: 'short' })
  return (
    <Alert type="info" title={t`Shown at ${time}, and logged`}>
      {isOwn ? (
        <Trans>Recorded under “Who used it” and in your activity.</Trans>
      ) : (
        <Trans>The owner of the key can see it, and it is listed in your activity.</Trans>
      )}{' '}
      <span role="timer" aria-live="off">
        <Plural
          value={secondsLeft}
          one="Hidden again in # second, or when you leave this tab."
          other="Hidden again in # seconds, or when you leave this tab."
        />
      </span>
    </Alert>
  )
}
