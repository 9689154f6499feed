import { readCertificateEnd } from '../../platform/outbound/certificate.ts'
import { defineCheck } from '../../platform/health/health-check.ts'
import { createDiskUsage } from './disk-usage.service.ts'
import { judgeClock, type Comparison } from './judge-clock.ts'
import { judgeDisk } from './judge-disk.ts'
import { judgeNames } from './judge-names.ts'
import { judgeTransport } from './judge-transport.ts'
import type { HealthServiceDeps } from './health.service.ts'
import { measureOffset } from '../../platform/outbound/sntp.ts'

const minute = 60_000
/** Milliseconds for which an answer of the time server holds, and for which it is left alone after none. */
const comparedFor = 15 * minute
const failedFor = minute

/** Milliseconds for which the end of a certificate is not asked again. */
const certificateFor = 60 * 60_000

/** Checks of the machine and of how people reach it, and of names from before hidden characters were refused. */
export function createInstallationChecks(deps: Omit<HealthServiceDeps, 'checks'>) {
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
  const { measureDisk, listDiskDays } = createDiskUsage(deps)
  const findCertificateEnd = createCertificateWatch(deps)
  return [
    defineCheck({
      name: 'disk',
      title: 'Disk',
      measure: () => Promise.all([measureDisk(), listDiskDays()]),
      judge: ({ measured }) => judgeDisk(...measured),
    }),
    defineCheck({
      name: 'clock',
      title: 'Clock',
      question: deps.askTime,
      measure: compare,
      judge: ({ row, measured }) => judgeClock((row.milliseconds - deps.clock.now()) / 1000, measured, deps.ntpServer?.host),
    }),
    defineCheck({
      name: 'names',
      title: 'Names',
      measure: () => deps.hiddenNames(deps.db).list(),
      judge: ({ measured }) => judgeNames(measured),
    }),
    defineCheck({
      name: 'transport',
      title: 'Connection',
      isOfSetUp: true,
      measure: findCertificateEnd,
      judge: ({ measured, now }) => judgeTransport(deps.transport(), now, measured),
    }),
  ]
}

/** Asks once an hour when the certificate of the address ends, and again when the address changes. */
function createCertificateWatch(deps: Pick<HealthServiceDeps, 'clock' | 'transport' | 'addressHosts'>): () => Promise<Date | undefined> {
  let certificate: { address: string; end: Date | undefined; until: number } | undefined
  return async () => {
    const { address } = deps.transport()
    const now = deps.clock.now()
    if (!address.startsWith('https:')) return undefined
    if (certificate === undefined || certificate.address !== address || certificate.until < now)
      certificate = { address, end: await readCertificateEnd(address, deps.addressHosts), until: now + certificateFor }
    return certificate.end
  }
}
