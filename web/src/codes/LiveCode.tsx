import './codes.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { Check } from '../ui/icons/Check.ts'
import { Copy } from '../ui/icons/Copy.ts'
import { Eye } from '../ui/icons/Eye.ts'
import { TriangleAlert } from '../ui/icons/TriangleAlert.ts'
import { useEffect, useState } from 'react'
import { groupDigits } from '../lib/group-text.ts'
import { Icon } from '../ui/Icon.tsx'
import { NextCodeButton } from './NextCodeButton.tsx'
import { NextCounterCode } from './NextCounterCode.tsx'
import type { ShownCode, TakenCode } from './code-at.ts'
import { useCode, useCodesFeed, useSecondsSince } from './use-codes.tsx'
import { useCover } from './use-cover.ts'
import { useCopyCode } from './use-copy-code.ts'
import { MachineText } from '../ui/MachineText.tsx'

const copiedDuration = 2000

interface LiveCodeProps {
  id: string
  name: string
  isCounterBased: boolean
  /** Seconds; null for counter-based keys. */
  period: number | null
  /** A counter-based key was asked for a code; its counter is now this. */
  onCounted: (counter: number) => void
}

/** The code of a key, which is the button that copies it; beneath it the way to the next one. */
export function LiveCode({ id, name, isCounterBased, period, onCounted }: LiveCodeProps) {
  const shown = useCode(id)
  const { isCovered, uncover } = useCover()
  if (isCovered && shown && shown.code !== noCode) return <CoveredCode name={name} length={shown.code.length} onPress={uncover} />
  return (
    <div className="grid gap-2">
      <CodeButton id={id} name={name} shown={shown} isCounterBased={isCounterBased} />
      {shown?.taken && <TakenNote {...shown.taken} />}
      {isCounterBased ? (
        <NextCounterCode id={id} name={name} onCounted={onCounted} />
      ) : (
        <NextCodeButton
          id={id}
          name={name}
          current={shown?.code ?? noCode}
          next={shown?.next ?? noCode}
          period={period}
          isWanted={shown?.taken !== undefined}
        />
      )}
    </div>
  )
}

/** As high as a code with the text beneath it, so that nothing moves when it is uncovered. */
function CoveredCode({ name, length, onPress }: { name: string; length: number; onPress: () => void }) {
  return (
    <div className="grid gap-2">
      <button type="button" className="code" data-state="covered" onClick={onPress}>
        <span className="code-digits" aria-hidden="true" data-length={length}>
          {'•'.repeat(length)}
        </span>
        <span className="code-act">
          <Icon icon={Eye} />
          <Trans>
            Show <span className="sr-only">code for {name}</span>
          </Trans>
        </span>
      </button>
      <p className="code-next" aria-hidden="true" />
    </div>
  )
}

function CodeButton({ id, name, shown, isCounterBased }: Omit<LiveCodeProps, 'onCounted' | 'period'> & { shown: ShownCode | undefined }) {
  const feed = useCodesFeed()
  const copyCode = useCopyCode()
  const [copied, setCopied] = useState<string>()
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), copiedDuration)
    return () => clearTimeout(timer)
  }, [copied])

  const code = shown?.code ?? noCode
  const state = shown === undefined ? 'waiting' : code === noCode ? 'none' : code === copied ? 'copied' : 'live'
  async function copy() {
    const current = feed.codeNow(id).code
    setCopied(undefined)
    if (await copyCode({ id, name }, current)) setCopied(current)
  }
  return (
    <button type="button" className="code" data-state={state} onClick={() => void copy()}>
      {/* Redrawn with each code, so that it pulses when it changes. */}
      <MachineText as="span" key={code} className="code-digits" data-length={code.length}>
        {groupDigits(code)}
      </MachineText>{' '}
      <span className="code-act">
        <CodeAct state={state} isCounterBased={isCounterBased} />
      </span>{' '}
      <span className="sr-only">{state === 'live' ? <Trans>code for {name}</Trans> : <Trans>Copy code for {name}</Trans>}</span>
    </button>
  )
}

function CodeAct({ state, isCounterBased }: { state: 'waiting' | 'none' | 'copied' | 'live'; isCounterBased: boolean }) {
  switch (state) {
    case 'waiting':
      return <Trans>Generating code...</Trans>
    case 'none':
      return isCounterBased ? <Trans>No code yet</Trans> : <Trans>Not available</Trans>
    case 'copied':
      return (
        <>
          <Icon icon={Check} />
          <Trans>Copied</Trans>
        </>
      )
    case 'live':
      return (
        <>
          <Icon icon={Copy} />
          <Trans>Copy</Trans>
        </>
      )
  }
}

/** Somebody else copied the code on the screen; the next one, beneath, is still unused. */
function TakenNote({ by, at }: TakenCode) {
  const { t } = useLingui()
  const seconds = useSecondsSince(at)
  const who = by.trim() || t`Unknown`
  return (
    <p className="code-taken">
      <Icon icon={TriangleAlert} />
      <span>
        <Trans>
          Taken by {who} {seconds} s ago. Use the next code.
        </Trans>
      </span>
    </p>
  )
}
