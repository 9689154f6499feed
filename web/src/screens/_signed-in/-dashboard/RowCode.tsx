import { Trans } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { useState } from 'react'
import type { ShownCode } from '../../../codes/code-at.ts'
import type { AnyKey } from '../../../keys/vault-sections.ts'
import { groupDigits } from '../../../lib/group-text.ts'
import { MachineText } from '../../../ui/MachineText.tsx'

interface RowCodeProps {
  item: AnyKey
  shown: ShownCode | undefined
  /** The code is in its last seconds: the next one is shown beneath it. */
  isEnding: boolean
  isCovered: boolean
  /** Asks for a code, of a key that gives one only then. */
  onNext: (() => void) | undefined
}

/** The code of a row. The button over the row copies it. */
export function RowCode({ item, shown, isEnding, isCovered, onNext }: RowCodeProps) {
  const code = shown?.code ?? noCode
  // The initial code is not animated.
  const [first] = useState(code)
  if (onNext) {
    return (
      <span className="key-code">
        <button type="button" className="key-get" tabIndex={-1} onClick={onNext}>
          <Trans>Get code</Trans>
        </button>
      </span>
    )
  }
  if (isCovered) {
    return (
      <span className="key-code" data-off="" aria-hidden="true">
        <span className="key-digits">{groupDigits('0'.repeat(code.length)).replaceAll('0', '•')}</span>
      </span>
    )
  }
  const next = isEnding && item.type !== 'hotp' ? shown?.next : null
  return (
    <span className="key-code" data-off={code === noCode || undefined} data-ending={next ? '' : undefined}>
      <MachineText as="span" key={code} className="key-digits" data-rising={(code !== first && first !== noCode) || undefined}>
        {item.type === 'steam' ? code : groupDigits(code)}
      </MachineText>
      {next && (
        <MachineText as="span" className="key-next">
          {item.type === 'steam' ? next : groupDigits(next)}
        </MachineText>
      )}
      {code === noCode && (
        <small className="key-why">{shown === undefined ? <Trans>Generating code...</Trans> : <Trans>Not available</Trans>}</small>
      )}
    </span>
  )
}
