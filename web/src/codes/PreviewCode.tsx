import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { generateCodes, noCode } from '@twofold/contract/codes'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { useEffect, useState } from 'react'
import { call } from '../lib/call.ts'
import { groupDigits } from '../lib/group-text.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { canCompute, computeCode } from './compute-code.ts'
import { secondsLeft } from './code-at.ts'
import { clockOffset, serverOffset, untilNextSecond } from './server-clock.ts'
import { MachineText } from '../ui/MachineText.tsx'

/** The live code of a key that is not kept yet, computed here, by the server's clock. Nothing of the secret leaves the browser. */
export function PreviewCode({ parameters }: { parameters: KeyParameters }) {
  if (!canCompute()) return <Trans>The browser can show the code only over HTTPS.</Trans>
  const { period, counter } = parameters
  return period === null ? <CounterCode parameters={parameters} counter={counter ?? 0} /> : <TimedCode {...{ parameters, period }} />
}

function CounterCode({ parameters, counter }: { parameters: KeyParameters; counter: number }) {
  const code = useComputedCode(parameters, counter)
  return (
    <>
      <Digits code={code} /> <Trans>at counter {counter}</Trans>
    </>
  )
}

function TimedCode({ parameters, period }: { parameters: KeyParameters; period: number }) {
  const time = useServerTime()
  const code = useComputedCode(parameters, time === undefined ? undefined : Math.floor(time / 1000 / period))
  if (time === undefined) return <Digits code={undefined} />
  const seconds = secondsLeft(time, period)
  return (
    <>
      <Digits code={code} />{' '}
      <span role="timer" aria-live="off">
        <Trans>{seconds} s left</Trans>
      </span>
    </>
  )
}

/** The digits of a code that is computed here; undefined while they are not there. */
export const Digits = ({ code }: { code: string | undefined }) => (
  <MachineText className="font-code font-bold whitespace-nowrap text-text">{groupDigits(code ?? noCode)}</MachineText>
)

export function useComputedCode(parameters: KeyParameters, counter: number | undefined): string | undefined {
  const [computed, setComputed] = useState<{ parameters: KeyParameters; counter: number; code: string }>()
  useEffect(() => {
    if (counter === undefined) return
    let isOver = false
    void computeCode(parameters, counter).then((code) => isOver || setComputed({ parameters, counter, code }))
    return () => {
      isOver = true
    }
  }, [parameters, counter])
  return computed?.parameters === parameters && computed.counter === counter ? computed.code : undefined
}

/** Milliseconds by the server's clock, updated each second; undefined until it is known. */
export function useServerTime(): number | undefined {
  const offset = useLiveValue(serverOffset)
  useQuery({ queryKey: ['server-clock'], queryFn: readServerClock, enabled: offset === undefined, gcTime: 0 })
  const [time, setTime] = useState<number>()
  useEffect(() => {
    if (offset === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setTime(Date.now() + offset)
      timer = setTimeout(tick, untilNextSecond(Date.now() + offset) + 1)
    }
    tick()
    return () => clearTimeout(timer)
  }, [offset])
  return time
}

/** No page has asked for codes yet; their answer tells the time. */
async function readServerClock() {
  const sentAt = Date.now()
  const { server_time } = await call(generateCodes)
  const offset = clockOffset({ server: Date.parse(server_time), sentAt, receivedAt: Date.now() })
  serverOffset.set(offset)
  return offset
}
