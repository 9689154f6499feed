import type { ErrorCode } from '@twofold/contract/errors'
import type { FastifyBaseLogger } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    undeclared: Undeclared
  }
  interface FastifyContextConfig {
    /** Method and path of the contract's call. */
    call?: string
    /** Every code that the call can answer, found out when first asked for: no start waits for it. */
    answers?: () => ReadonlySet<ErrorCode>
  }
}

/** Errors that were answered and that their calls do not declare. Empty, unless a declaration is wrong; a test in which it is not fails. */
export interface Undeclared {
  note(call: string | undefined, code: ErrorCode): void
  /** `METHOD /path code`, each once. */
  list(): readonly string[]
}

export function createUndeclared(log: Pick<FastifyBaseLogger, 'error'>): Undeclared {
  const seen = new Set<string>()
  return {
    note(call, code) {
      const line = `${call} ${code}`
      if (seen.has(line)) return
      seen.add(line)
      log.error({ call, code }, 'answered an error that the call does not declare')
    },
    list: () => [...seen].toSorted(),
  }
}
