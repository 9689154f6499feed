import type { Said } from '@twofold/contract/said'
import { sayAll } from '@twofold/contract/sentences/sentences'
import { isDatabaseUnavailable } from './database.ts'
import { AppError, fail, wordingOf } from './fail.ts'
import type { Log } from './log.ts'

/** Runs acts on many things so that the refusal of one does not affect the others. Once there is no database the rest is skipped. */
export function createOneOfMany(log: Log) {
  let outage: AppError | undefined
  return async <Done extends { ok: true }>(about: object, act: () => Promise<Done>): Promise<Done | ({ ok: false } & Said)> => {
    try {
      if (outage) throw outage
      return await act()
    } catch (error) {
      const known = error instanceof AppError ? error : fail(isDatabaseUnavailable(error) ? 'server.unavailable' : 'server.failed')
      if (known !== error) log.error({ err: error, ...about }, 'one of many could not be done')
      if (known.code === 'server.unavailable') outage = known
      return { ok: false, ...sayAll(wordingOf(known)) }
    }
  }
}
