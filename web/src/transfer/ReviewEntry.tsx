import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { JudgedEntry } from './judge-entries.ts'

interface ReviewEntryProps {
  entry: JudgedEntry
  /** Live, of what would be new. */
  code: ReactNode
  isChosen: boolean
  isFixed: boolean
  onChoose: (isChosen: boolean) => void
}

/** One entry of the file, with its verdict. */
export function ReviewEntry({ entry, code, isChosen, isFixed, onChoose }: ReviewEntryProps) {
  const { name, parameters, verdict, reason } = entry
  const details = [parameters?.issuer, parameters?.account].filter((text) => text !== undefined && text !== name)
  return (
    <div className="review-entry" data-verdict={verdict}>
      {verdict === 'add' ? (
        <Checkbox label={name} checked={isChosen} disabled={isFixed} onChange={({ target }) => onChoose(target.checked)} />
      ) : (
        <p className="review-name">{name}</p>
      )}
      <span className="review-verdict">
        <Verdict {...entry} />
      </span>
      {(details.length > 0 || code || reason) && (
        <p className="review-detail">
          {details.length > 0 && <span>{details.join(' · ')}</span>} {code && <span>{code}</span>} {reason && <span>{reason}</span>}
        </p>
      )}
    </div>
  )
}

function Verdict({ verdict, isTwin }: JudgedEntry) {
  switch (verdict) {
    case 'add':
      return (
        <Badge tone="accent">
          <Trans>New</Trans>
        </Badge>
      )
    case 'duplicate':
      return (
        <Badge tone="warning">{isTwin ? <Trans context="what an entry is">Duplicate</Trans> : <Trans>Already in your vault</Trans>}</Badge>
      )
    case 'refused':
      return (
        <Badge tone="danger">
          <Trans>Cannot be added</Trans>
        </Badge>
      )
  }
}
