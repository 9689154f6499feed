import type { ErrorCode } from '@twofold/contract/errors'
import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds in which refusals of one kind are written down once. */
const interval = 1_000

/** Expected refusals that need no attention: a rate limit, or a planned maintenance. */
const unremarkable = new Set<ErrorCode>(['rate.limited', 'auth.locked', 'pin.locked', 'maintenance.active'])

interface Refusals {
  /** `reason`: the message of what was thrown. */
  note(code: ErrorCode, reason: string, address: string): void
}

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals
  }
}

/**
 * Writes down that requests are refused, in one line a second for each kind, without a stack: a flood must not become a flood of log lines.
 * `refused` counts those since the line before.
 */
export function createRefusals(log: Pick<FastifyBaseLogger, 'warn'>): Refusals {
  const seen = new Map<ErrorCode, { since: number; unwritten: number }>()
  return {
    note(code, reason, address) {
      if (unremarkable.has(code)) return
      const now = performance.now()
      const kind = seen.get(code) ?? { since: -interval, unwritten: 0 }
      seen.set(code, kind)
      kind.unwritten += 1
      if (now - kind.since < interval) return
      log.warn({ code, reason, address, refused: kind.unwritten }, 'requests refused')
      kind.since = now
      kind.unwritten = 0
    },
  }
}
