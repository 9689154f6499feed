import './codes.css'
import { Trans } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { limits } from '@twofold/contract/limits'
import { ChevronRight } from '../ui/icons/ChevronRight.ts'
import { Copy } from '../ui/icons/Copy.ts'
import { useState } from 'react'
import { groupDigits } from '../lib/group-text.ts'
import { Icon } from '../ui/Icon.tsx'
import { useCodesFeed, useIsEnding } from './use-codes.tsx'
import { useCopyCode } from './use-copy-code.ts'
import { MachineText } from '../ui/MachineText.tsx'

interface NextCodeButtonProps {
  id: string
  name: string
  /** The code on the screen; with it goes what was asked for. */
  current: string
  /** `noCode` while it is unknown. */
  next: string
  period: number | null
  /** The code above is no longer useful. */
  isWanted: boolean
}

/**
 * Shows the next code when asked to, and by itself when the present one is about to expire or was taken; then it copies it. One button that
 * stays in place, so that the focus does not get lost at the turn.
 */
export function NextCodeButton({ id, name, current, next, period, isWanted }: NextCodeButtonProps) {
  const feed = useCodesFeed()
  const copyCode = useCopyCode()
  const isEnding = useIsEnding(period ?? limits.codeWindowSeconds)
  const [asked, setAsked] = useState<string>()
  const isShown = isWanted || isEnding || asked === current
  function press() {
    if (isShown) void copyCode({ id, name }, feed.codeNow(id).next ?? noCode, 'next')
    else setAsked(current)
  }
  return (
    <p>
      <button type="button" className="code-next" onClick={press}>
        {isShown ? (
          <>
            <Trans>Next</Trans> <MachineText>{groupDigits(next)}</MachineText> <Icon icon={Copy} />
            <span className="sr-only">
              <Trans>Copy next code for {name}</Trans>
            </span>
          </>
        ) : (
          <>
            <Icon icon={ChevronRight} />
            <Trans>
              Next code <span className="sr-only">for {name}</span>
            </Trans>
          </>
        )}
      </button>
    </p>
  )
}
