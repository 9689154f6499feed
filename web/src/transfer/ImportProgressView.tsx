import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import type { ImportProgress } from './use-import.ts'

export function ImportProgressView({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useLingui()
  const stages: Record<ImportProgress['stage'], string> = {
    reading: t`Reading the file...`,
    opening: t`Opening it with the password...`,
    listing: t`Reading the keys...`,
    picture: t`Looking for QR codes...`,
    comparing: t`Comparing with your keys...`,
  }
  const text = stages[progress?.stage ?? 'reading']
  const measured = progress && 'total' in progress ? progress : undefined
  if (progress?.stage === 'opening' && progress.milliseconds !== undefined)
    return <Stretching key={progress.milliseconds} text={text} milliseconds={progress.milliseconds} />
  const { done, total } = measured ?? { done: 0, total: 0 }
  const valueText = measured && progress?.stage !== 'reading' ? t`${done} of ${total}` : undefined
  return (
    <div className="grid min-h-32 content-center gap-3">
      <p role="status">{text}</p>
      <ProgressBar label={text} value={measured?.done} max={total} {...(valueText !== undefined && { valueText })} />
      <p className="text-sm text-text-2 tabular-nums">{valueText}</p>
    </div>
  )
}

/** The derivation of a key cannot be looked into, so the time that it was estimated to take is counted down. */
function Stretching({ text, milliseconds }: { text: string; milliseconds: number }) {
  const [deadline] = useState(() => performance.now() + milliseconds)
  const left = useSecondsUntil(deadline)
  const total = Math.ceil(milliseconds / 1000)
  return (
    <div className="grid min-h-32 content-center gap-3">
      <p role="status">{text}</p>
      <ProgressBar label={text} value={left === 0 ? undefined : total - left} max={total} />
      <p className="text-sm text-text-2 tabular-nums">
        {left === 0 ? (
          <Trans>It takes longer than expected.</Trans>
        ) : (
          <Plural value={left} one="About # second left" other="About # seconds left" />
        )}
      </p>
      <p className="text-sm text-text-2">
        <Trans>The file asks for this much work so that its password is hard to guess.</Trans>
      </p>
    </div>
  )
}
