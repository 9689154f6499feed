import './codes.css'
import { Trans } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { groupDigits } from '../lib/group-text.ts'
import { Icon } from '../ui/Icon.tsx'
import { NextCounterCode } from './NextCounterCode.tsx'
import type { ShownCode } from './known-codes.ts'
import { useCode, useCodesFeed } from './use-codes.tsx'
import { useCopyCode } from './use-copy-code.ts'

const copiedDuration = 2000

interface LiveCodeProps {
  /** The key. */
  id: string
  name: string
  isCounterBased: boolean
  /** A counter-based key was asked for a code; its counter is now this. */
  onCounted: (counter: number) => void
}

/** The code of a key, which is the button that copies it; beneath it the next one, or the way to get one. */
export function LiveCode({ id, name, isCounterBased, onCounted }: LiveCodeProps) {
  const shown = useCode(id)
  return (
    <div className="grid gap-2">
      <CodeButton id={id} name={name} shown={shown} isCounterBased={isCounterBased} />
      {isCounterBased ? (
        <NextCounterCode id={id} name={name} onCounted={onCounted} />
      ) : (
        <NextCodeButton id={id} name={name} next={shown?.next ?? noCode} />
      )}
    </div>
  )
}

function CodeButton({ id, name, shown, isCounterBased }: Omit<LiveCodeProps, 'onCounted'> & { shown: ShownCode | undefined }) {
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
    if (await copyCode(name, current)) setCopied(current)
  }
  return (
    <button type="button" className="code" data-state={state} onClick={() => void copy()}>
      {/* Drawn anew with each code, so that it pulses when it changes. */}
      <span key={code} className="code-digits" data-length={code.length}>
        {groupDigits(code)}
      </span>{' '}
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

/** Stays in place while the next code is unknown, so that the focus does not get lost at the turn. */
function NextCodeButton({ id, name, next }: { id: string; name: string; next: string }) {
  const feed = useCodesFeed()
  const copyCode = useCopyCode()
  return (
    <p>
      <button type="button" className="code-next" onClick={() => void copyCode(name, feed.codeNow(id).next ?? noCode)}>
        <Trans>Next</Trans> <code>{groupDigits(next)}</code> <Icon icon={Copy} />
        <span className="sr-only">
          <Trans>Copy next code for {name}</Trans>
        </span>
      </button>
    </p>
  )
}
