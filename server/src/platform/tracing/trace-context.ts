import { randomBytes } from 'node:crypto'

/** A position in a trace, as in W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  isSampled: boolean
}

const given = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Undefined for what is no `traceparent`. Of a later version of the standard, what this one knows. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  if (typeof text !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = given.exec(text) ?? []
  const isKnown = version === '00' ? more === undefined : version !== undefined && version !== 'ff'
  if (!isKnown || /^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export const newTraceId = (): string => randomBytes(16).toString('hex')

export const newSpanId = (): string => randomBytes(8).toString('hex')
