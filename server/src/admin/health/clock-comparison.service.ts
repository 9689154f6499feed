import { measureOffset } from '../../platform/outbound/sntp.ts'
import type { Comparison } from './judge-clock.ts'
import type { HealthServiceDeps } from './health.service.ts'

const minute = 60_000
/** Milliseconds for which an answer of the time server holds, and for which it is left alone after none. */
const comparedFor = 15 * minute
const failedFor = minute

/** Offset between this machine's clock and the time server, queried no more often than necessary. */
export function createClockComparison(deps: Pick<HealthServiceDeps, 'clock' | 'log' | 'ntpServer'>) {
  let compared: { answer: Comparison; until: number } | undefined

  async function compare(): Promise<Comparison | undefined> {
    if (deps.ntpServer === undefined) return undefined
    const now = deps.clock.now()
    if (compared !== undefined && compared.until > now) return compared.answer
    try {
      compared = { answer: { seconds: (await measureOffset(deps.ntpServer, deps.clock)) / 1000 }, until: now + comparedFor }
    } catch (error) {
      deps.log.warn({ err: error }, 'the time server cannot be asked')
      compared = { answer: { error: (error as Error).message }, until: now + failedFor }
    }
    return compared.answer
  }

  return { compare }
}
