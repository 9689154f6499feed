import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dotted } from '../ui/Dotted.tsx'
import type { JudgedEntry } from './judge-entries.ts'

interface ReviewEntryProps {
  entry: JudgedEntry
  /** Live, of what would be new. */
  code: ReactNode
  isChosen: boolean
  isFixed: boolean
  onChoose: (isChosen: boolean) => void
}

export function ReviewEntry({ entry, code, isChosen, isFixed, onChoose }: ReviewEntryProps) {
  const { name, parameters, verdict, reason } = entry
  const details = [parameters?.issuer, parameters?.account].filter((text) => text !== undefined && text !== name)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 [&_.ui-choice]:font-medium" data-verdict={verdict}>
      {verdict === 'add' ? (
        <Checkbox label={name} checked={isChosen} disabled={isFixed} onChange={({ target }) => onChoose(target.checked)} />
      ) : (
        <p className="ps-7.5 text-text-2">{name}</p>
      )}
      <span>
        <Verdict {...entry} />
      </span>
      {(details.length > 0 || code || reason) && (
        // Names stand one beneath the other, whether there is a box before them or not.
        <p className="col-span-full flex flex-wrap gap-x-4 gap-y-1 ps-7.5 text-sm text-text-2">
          {details.length > 0 && (
            <span>
              <Dotted names={details} />
            </span>
          )}{' '}
          {code && <span>{code}</span>} {reason && <span>{reason}</span>}
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
