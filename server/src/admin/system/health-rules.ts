import { healthLimits } from '@twofold/contract/admin/health'
import type { HealthCheckName, HealthStatus } from '@twofold/contract/admin/health'
import type { HealthFigures, ProviderRow } from './health.repository.ts'

/** What one check found. `value` in a few words, `message` in a sentence. */
export interface Verdict {
  name: HealthCheckName
  status: HealthStatus
  value: string
  message: string
  /** What it is about, each with where that is put right. */
  items?: { text: string; link: string }[]
  /** Where it is mended, as an address of the application. */
  remedy?: string
}

/** How people reach the application. */
export interface Transport {
  /** Under which links in mails are made. */
  address: string
  /** What the server listens on. */
  host: string
}

/** How a clock elsewhere compares with ours, in seconds; or why that is not known. */
export type Comparison = { seconds: number } | { error: string }

/** The last backup that ended. */
export interface LastBackup {
  at: Date
  /** Why it failed; null: it did not. */
  error: string | null
}

const {
  databaseMilliseconds,
  databaseConnections,
  oldestJobSeconds,
  queueDepth,
  failedMails,
  waitingMails,
  mailHours,
  freeDisk,
  clockSeconds,
  backupDays,
  auditMinutes,
  auditDays,
  streamMinutes,
} = healthLimits

const gigabyte = 1024 ** 3

/** The worst of several; what is unknown makes nothing worse. */
export function worst(statuses: readonly HealthStatus[]): HealthStatus {
  return (['critical', 'warning'] as const).find((status) => statuses.includes(status)) ?? 'healthy'
}

const above = (value: number, limits: { warning: number; critical?: number }): HealthStatus =>
  limits.critical !== undefined && value > limits.critical ? 'critical' : value > limits.warning ? 'warning' : 'healthy'

const many = (count: number, one: string, other = `${one}s`) => `${count.toLocaleString('en-US')} ${count === 1 ? one : other}`

export function judgeDatabase(milliseconds: number, { connections, max_connections: most }: HealthFigures): Verdict {
  const percent = Math.round((connections / most) * 100)
  const status = worst([above(milliseconds, databaseMilliseconds), above(percent, databaseConnections)])
  const shown = milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds))
  return {
    name: 'database',
    status,
    value: `${shown} ms`,
    message: `The database answers in ${shown} ms and has ${connections} of ${most} connections in use.`,
  }
}

export function judgeJobs({ waiting_jobs: waiting, oldest_job_seconds: oldest, failed_jobs: failed }: HealthFigures): Verdict {
  const status = worst([above(oldest ?? 0, oldestJobSeconds), above(waiting, queueDepth)])
  const given = failed === 0 ? '' : ` ${many(failed, 'job')} failed and can be tried again.`
  return {
    name: 'jobs',
    status,
    value: oldest === null ? `${waiting} waiting` : `${waiting} waiting, oldest ${duration(oldest)}`,
    message:
      oldest === null
        ? `No job waits.${given}`
        : `${many(waiting, 'job waits', 'jobs wait')}, the oldest one for ${duration(oldest)}.${status === 'healthy' ? '' : ' Is a worker running?'}${given}`,
  }
}

/** By the rule of the header. */
export function judgeMail({ failed_mails: failed, waiting_mails: waiting }: HealthFigures): Verdict {
  return {
    name: 'mail',
    status: worst([above(failed, failedMails), above(waiting, waitingMails)]),
    value: `${failed} failed, ${waiting} waiting`,
    message: `${many(failed, 'mail')} failed in the last 24 hours, and ${many(waiting, 'mail waits', 'mails wait')}.`,
    remedy: failed > failedMails.warning ? '/admin/email/logs?status=failed' : '/admin/email/logs?status=pending',
  }
}

/** Mail that a person waits for: what quiet hours put off is not late before they are over. */
export function judgeWaitingMail(
  { late_mails: late, oldest_mail: oldest }: HealthFigures,
  providers: readonly ProviderRow[],
  now: number,
): Verdict {
  const name = 'waiting_mail'
  const limit = many(mailHours.warning, 'hour')
  if (late === 0 || oldest === null)
    return { name, status: 'healthy', value: 'None', message: `No mail has waited for more than ${limit}.` }
  return {
    name,
    status: 'warning',
    value: `${late}, oldest ${duration((now - oldest.getTime()) / 1000)}`,
    message: `${many(late, 'mail has', 'mails have')} waited for more than ${limit}. ${providers.length === 0 ? 'No e-mail provider is active.' : 'Each says why in the log.'}`,
    remedy: providers.length === 0 ? '/admin/email/providers/create' : '/admin/email/logs?status=pending',
  }
}

export function judgeProviders(providers: readonly ProviderRow[]): Verdict {
  const name = 'providers'
  if (providers.length === 0)
    return {
      name,
      status: 'warning',
      value: 'None',
      message: 'No e-mail provider is active. Mail waits until there is one.',
      remedy: '/admin/email/providers/create',
    }
  const troubled = providers.filter((provider) => !provider.has_sender || provider.is_down || provider.is_out_of_quota)
  const working = providers.length - troubled.length
  const value = `${working} of ${providers.length} working`
  if (troubled.length === 0) return { name, status: 'healthy', value, message: 'All active e-mail providers take mail.' }
  const reasons = troubled.map((provider) => `${provider.name} ${troubleOf(provider)}`)
  return {
    name,
    status: working === 0 ? 'critical' : 'warning',
    value,
    message: `${reasons.join(', ')}.`,
    remedy: '/admin/email/providers',
  }
}

function troubleOf({ has_sender: hasSender, is_down: isDown }: ProviderRow): string {
  if (!hasSender) return 'has no From address that e-mail can be sent from'
  return isDown ? 'has failed repeatedly' : 'has used up its quota'
}

/** Bytes; undefined: it cannot be measured. */
export function judgeDisk(disk: { free: number; total: number } | undefined): Verdict {
  if (disk === undefined)
    return { name: 'disk', status: 'unknown', value: 'Unknown', message: 'The disk of the data folder cannot be measured.' }
  const percent = (disk.free / disk.total) * 100
  const free = `${(disk.free / gigabyte).toFixed(1)} GB`
  return {
    name: 'disk',
    status: percent < freeDisk.critical ? 'critical' : percent < freeDisk.warning ? 'warning' : 'healthy',
    value: `${free} free (${Math.floor(percent)} %)`,
    message: `The disk of the data folder is ${Math.ceil(100 - percent)} % full: ${free} are free.`,
  }
}

/** `ntp` undefined: no time server is set. Codes depend on the clock, so one that cannot be compared although it should be is a warning. */
export function judgeClock(database: number, ntp: Comparison | undefined, host: string | undefined): Verdict {
  const difference = ntp !== undefined && 'seconds' in ntp ? Math.max(Math.abs(database), Math.abs(ntp.seconds)) : Math.abs(database)
  const status = worst([above(difference, clockSeconds), ntp !== undefined && 'error' in ntp ? 'warning' : 'healthy'])
  const parts = [`${seconds(database)} off the database`]
  if (ntp !== undefined && 'seconds' in ntp) parts.unshift(`${seconds(ntp.seconds)} off ${host}`)
  const unasked = ntp !== undefined && 'error' in ntp ? ` ${ntp.error}` : ''
  return {
    name: 'clock',
    status,
    value: ntp === undefined ? 'Not compared' : 'seconds' in ntp ? `${seconds(ntp.seconds)} off` : 'No answer',
    message: `The clock of the server is ${parts.join(' and ')}.${unasked}${above(difference, clockSeconds) === 'healthy' ? '' : ' Codes may be wrong.'}`,
  }
}

export function judgeBackup(last: LastBackup | undefined, now: number): Verdict {
  const [name, remedy] = ['backup', '/admin/backups'] as const
  if (last === undefined)
    return {
      name,
      status: 'warning',
      value: 'Never',
      message: 'No backup was ever made. When this machine is lost, so are all keys.',
      remedy,
    }
  const day = `${last.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (last.error !== null)
    return { name, status: 'critical', value: `Failed ${day}`, message: `The last backup failed on ${day}: ${last.error}`, remedy }
  const days = (now - last.at.getTime()) / (24 * 60 * 60 * 1000)
  return { name, status: above(days, backupDays), value: day, message: `The last backup was made on ${day}.`, remedy }
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || /^\[?::1\]?$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Passwords and codes are in what goes over the network. An https address means that somebody ends TLS in front. */
export function judgeTransport({ address, host }: Transport): Verdict {
  const [name, { protocol, hostname }] = ['transport', new URL(address)] as const
  if (protocol === 'https:') return { name, status: 'healthy', value: 'HTTPS', message: `People reach Twofold by HTTPS, at ${address}.` }
  if (isLoopback(hostname) && isLoopback(host))
    return { name, status: 'healthy', value: 'This machine only', message: 'Only this machine reaches Twofold, so it needs no TLS.' }
  return {
    name,
    status: 'warning',
    value: 'HTTP',
    message: isLoopback(hostname)
      ? `Twofold listens on ${host} without TLS: on the network, passwords and codes can be read on the way.`
      : `People reach Twofold at ${address} without TLS: passwords and codes can be read on the way.`,
    remedy: '/admin/system/remedies#transport',
  }
}

/** Whoever owns a table can take its protection away: then "append-only" holds for the application only as long as it is not broken into. */
export function judgeDatabaseRole({ is_owner: isOwner, role }: HealthFigures): Verdict {
  const name = 'database_role'
  if (!isOwner)
    return { name, status: 'healthy', value: 'Separate', message: `The application connects as ${role}, which does not own its tables.` }
  return {
    name,
    status: 'warning',
    value: 'One role',
    message: `The application connects as ${role}, which owns the tables: who breaks into it could rewrite the audit log.`,
    remedy: '/admin/system/remedies#database-role',
  }
}

/** Chosen by whoever runs the installation, so it is said and not complained about. */
export function judgeApprovals(actsAlone: boolean): Verdict {
  const name = 'approvals'
  if (actsAlone)
    return { name, status: 'healthy', value: 'None', message: 'An administrator of this installation can act alone (APPROVALS=none).' }
  return {
    name,
    status: 'healthy',
    value: 'Required',
    message: 'Weighty acts wait for a second administrator, or for 24 hours where there is none.',
  }
}

/** Nobody repairs a break by looking away: it stays critical until a verification finds everything whole. */
export function judgeAudit(figures: HealthFigures): Verdict {
  const { audit_waiting: waiting, audit_waiting_seconds: waited, audit_verified_seconds: verified, audit_problem: problem } = figures
  const name = 'audit'
  const remedy = '/admin/system/remedies#audit'
  if (problem !== null)
    return { name, status: 'critical', value: 'Broken', message: `Verification of the audit log found a break. ${problem}`, remedy }
  if (above((waited ?? 0) / 60, auditMinutes) !== 'healthy') {
    const rows = many(waiting, 'row waits', 'rows wait')
    const since = duration(waited ?? 0)
    const message = `${rows} to be linked, the oldest for ${since}. A process with the role worker does that.`
    return { name, status: 'warning', value: `${waiting} waiting`, message, remedy }
  }
  if (verified === null)
    return { name, status: 'healthy', value: 'Not verified yet', message: 'The audit log is verified every night, at 03:47 UTC.' }
  const status = above(verified / 86_400, auditDays)
  const rows = many(figures.audit_verified_rows ?? 0, 'row')
  const message = `The audit log was last verified ${duration(verified)} ago: ${rows}, all as they were written.`
  return { name, status, value: rows, message, remedy }
}

/** What is paused does not count: somebody chose that, and every administrator was notified. */
export function judgeStreams({ streams, late_streams: late }: HealthFigures): Verdict {
  const [name, remedy] = ['streams', '/admin/audit/streams'] as const
  if (streams === 0) return { name, status: 'healthy', value: 'None', message: 'The audit log is not sent anywhere else.' }
  const statusOf = (waited: number) => above(waited / 60, streamMinutes)
  const behind = late.filter(({ seconds: waited }) => statusOf(waited) !== 'healthy')
  const value = `${streams - behind.length} of ${streams} up to date`
  if (behind.length === 0) return { name, status: 'healthy', value, message: 'Every stream of the audit log is up to date.' }
  const reasons = behind.map(
    ({ name: stream, seconds: waited, error }) => `${stream} is ${duration(waited)} behind.${error ? ` ${error}` : ''}`,
  )
  return { name, status: worst(behind.map(({ seconds: waited }) => statusOf(waited))), value, message: reasons.join(' '), remedy }
}

/** Of what was stored before hidden characters were refused, at most so many are named at once. */
const namesShown = 50

export function judgeNames(found: readonly { text: string; link: string }[]): Verdict {
  const count = found.length
  if (count === 0)
    return { name: 'names', status: 'healthy', value: 'None', message: 'No name and no e-mail address has hidden characters in it.' }
  const have = many(count, 'name or e-mail address has', 'names and e-mail addresses have')
  const rest = count > namesShown ? ` The first ${namesShown} are listed.` : ''
  return {
    name: 'names',
    status: 'warning',
    value: many(count, 'found', 'found'),
    message: `${have} hidden characters, and may look like another. Change each where the link leads.${rest}`,
    items: found.slice(0, namesShown),
  }
}

/** '4 s', '12 min', '3 h'. */
function duration(given: number): string {
  if (given < 60) return `${Math.round(given)} s`
  return given < 3600 ? `${Math.floor(given / 60)} min` : `${Math.floor(given / 3600)} h`
}

const seconds = (given: number) => `${Math.abs(given).toFixed(1)} s`
