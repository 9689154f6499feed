import { useLingui } from '@lingui/react/macro'
import { ProgressBar } from '../ui/Progress.tsx'
import type { ImportProgress } from './use-import.ts'

/** How far it is, where anybody can say. */
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
  const { done, total } = measured ?? { done: 0, total: 0 }
  const valueText = measured && progress?.stage !== 'reading' ? t`${done} of ${total}` : undefined
  return (
    <div className="import-progress">
      <p role="status">{text}</p>
      <ProgressBar label={text} value={measured?.done} max={total} {...(valueText !== undefined && { valueText })} />
      <p className="text-sm text-text-2 tabular-nums">{valueText}</p>
    </div>
  )
}
