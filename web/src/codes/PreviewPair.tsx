import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { useEffect, useEffectEvent } from 'react'
import { canCompute } from './compute-code.ts'
import { secondsLeft } from './code-at.ts'
import { Digits, useComputedCode, useServerTime } from './PreviewCode.tsx'

interface PreviewPairProps {
  parameters: KeyParameters
  /** The two as they are shown, each time they change; undefined while one of them is not there. */
  onCodes: (codes: [string, string] | undefined) => void
}

/** Two codes in a row of a key that is not kept yet, to be tried at the service. Computed here: nothing of the secret leaves the browser. */
export function PreviewPair(props: PreviewPairProps) {
  if (!canCompute()) return <Trans>The browser can show the code only over HTTPS.</Trans>
  return props.parameters.period === null ? <CounterPair {...props} /> : <TimedPair {...props} period={props.parameters.period} />
}

function CounterPair({ parameters, onCodes }: PreviewPairProps) {
  return <Pair {...{ parameters, onCodes }} first={parameters.counter ?? 0} />
}

function TimedPair({ parameters, onCodes, period }: PreviewPairProps & { period: number }) {
  const time = useServerTime()
  const seconds = time === undefined ? undefined : secondsLeft(time, period)
  return <Pair {...{ parameters, onCodes, seconds }} first={time === undefined ? undefined : Math.floor(time / 1000 / period)} />
}

function Pair({ parameters, onCodes, first, seconds }: PreviewPairProps & { first: number | undefined; seconds?: number | undefined }) {
  const { t } = useLingui()
  const one = useComputedCode(parameters, first)
  const two = useComputedCode(parameters, first === undefined ? undefined : first + 1)
  const report = useEffectEvent(onCodes)
  useEffect(() => report(one === undefined || two === undefined ? undefined : [one, two]), [one, two])
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-3 rounded-md border border-border bg-sunken px-4 py-3">
      <div>
        <dt className="text-sm text-text-3">{seconds === undefined ? t`First` : t`Now, ${seconds} s left`}</dt>
        <dd className="wrap-anywhere">
          <Digits code={one} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-text-3">{t`Next`}</dt>
        <dd className="wrap-anywhere">
          <Digits code={two} />
        </dd>
      </div>
    </dl>
  )
}
