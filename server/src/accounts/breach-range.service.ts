import { randomBytes, randomInt } from 'node:crypto'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { breachRange } from '@twofold/contract/links'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundClient } from '../platform/outbound/outbound-client.ts'

type BreachRange = CallResponse<typeof breachRange>

/** Milliseconds after which the answer is "unknown" instead. */
const timeoutMs = 1000
const keptFor = 24 * 60 * 60 * 1000
const mostKept = 500
/** Rows of an answer at least, so that its size does not tell which range was asked for. */
const paddedTo = 1000
const largestAnswer = 1_000_000

export interface RangeServer {
  url: string
  client: Pick<OutboundClient, 'exchange'>
}

const unknown: BreachRange = { known: false, suffixes: [] }

/**
 * Counts how often passwords whose SHA-1 begins with a prefix appeared in breaches, by a public range service. The server asks rather than the
 * browser, so that the service does not learn who does. `service.url`: the prefix is appended to it; undefined: all counts are unknown.
 */
export function createBreachRangeService(deps: { service: RangeServer | undefined; clock: Clock; log: Log }) {
  const kept = new Map<string, { answer: BreachRange; until: number }>()

  async function ask({ url, client }: RangeServer, prefix: string): Promise<BreachRange> {
    const { status, body } = await client.exchange({
      url: new URL(`${url}${prefix}`),
      method: 'GET',
      headers: { 'add-padding': 'true', accept: 'text/plain' },
      largest: largestAnswer,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (status !== 200) throw new Error(`The range service answered ${status}.`)
    return { known: true, suffixes: pad(parse(body.toString('utf8'))) }
  }

  return {
    /** Never fails, and answers within about a second: a password is not held up by what cannot be found out. */
    async find(prefix: string): Promise<BreachRange> {
      if (deps.service === undefined) return unknown
      const key = prefix.toUpperCase()
      const known = kept.get(key)
      if (known !== undefined && known.until > deps.clock.now()) return known.answer
      try {
        const answer = await ask(deps.service, key)
        const [oldest] = kept.keys()
        if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
        kept.set(key, { answer, until: deps.clock.now() + keptFor })
        return answer
      } catch (error) {
        deps.log.info({ err: error }, 'the range service for breached passwords cannot be reached')
        return unknown
      }
    },
  }
}

export type BreachRangeService = ReturnType<typeof createBreachRangeService>

/** `suffix:count` in lines; a count of 0 is the service's own padding. */
function parse(text: string): BreachRange['suffixes'] {
  return text.split('\n').flatMap((line) => {
    const [, suffix, count] = /^([0-9A-F]{35}):(\d{1,12})\s*$/i.exec(line) ?? []
    return suffix === undefined || Number(count) === 0 ? [] : [{ suffix: suffix.toUpperCase(), count: Number(count) }]
  })
}

function pad(suffixes: BreachRange['suffixes']): BreachRange['suffixes'] {
  const missing = Math.max(0, paddedTo - suffixes.length) + randomInt(100)
  const padding = Array.from({ length: missing }, () => ({ suffix: randomBytes(18).toString('hex').slice(1).toUpperCase(), count: 0 }))
  return [...suffixes, ...padding]
}
