import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { HealthFigures, ProviderRow } from './health.repository.ts'
import { above, worded, worst } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** Transport between people and the application. */
export interface Transport {
  /** Address used for links in e-mails. */
  address: string
  /** Address that the server listens on. */
  host: string
}

/** Offset of an external clock from ours, in seconds; or the reason why it is unknown. */
export type Comparison = { seconds: number } | { error: string }

const {
  databaseMilliseconds,
  databaseConnections,
  neededConnections,
  oldestJobSeconds,
  queueDepth,
  failedMails,
  waitingMails,
  certificateDays,
  clockSeconds,
  auditMinutes,
  auditDays,
  streamMinutes,
  monthsAhead,
} = healthLimits

export function judgeDatabase(milliseconds: number, figures: HealthFigures): Verdict {
  const { connections, max_connections: most, nodes, needed_connections: needed, usable_connections: usable } = figures
  const isShort = above((needed / usable) * 100, neededConnections) !== 'healthy'
  const percent = Math.round((connections / most) * 100)
  const status = worst([above(milliseconds, databaseMilliseconds), above(percent, databaseConnections), isShort ? 'warning' : 'healthy'])
  const shown = milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds))
  return {
    name: 'database',
    status,
    ...worded(
      sentence('health.ms', { ms: shown }),
      sentence('health.database', { ms: shown, connections, most }),
      ...(needed === 0 ? [] : [sentence('health.connections_needed', { count: nodes, needed, most: usable })]),
      ...(isShort ? [sentence('health.connections_short')] : []),
    ),
  }
}

export function judgeJobs({ waiting_jobs: waiting, oldest_job_seconds: oldest, failed_jobs: failed }: HealthFigures): Verdict {
  const status = worst([above(oldest ?? 0, oldestJobSeconds), above(waiting, queueDepth)])
  const given = failed === 0 ? [] : [sentence('health.jobs_failed', { count: failed })]
  if (oldest === null)
    return { name: 'jobs', status, ...worded(sentence('health.waiting', { waiting }), sentence('health.no_job_waits'), ...given) }
  const waited = duration(oldest)
  return {
    name: 'jobs',
    status,
    ...worded(
      sentence('health.waiting_oldest', { waiting, duration: waited }),
      sentence('health.jobs_wait', { count: waiting, duration: waited }),
      ...(status === 'healthy' ? [] : [sentence('health.is_worker_running')]),
      ...given,
    ),
  }
}

/** The same rule as in the header. */
export function judgeMail({ failed_mails: failed, waiting_mails: waiting }: HealthFigures): Verdict {
  return {
    name: 'mail',
    status: worst([above(failed, failedMails), above(waiting, waitingMails)]),
    ...worded(
      sentence('health.mail_figures', { failed, waiting }),
      sentence('health.mails_failed', { count: failed }),
      sentence('health.mails_wait', { count: waiting }),
    ),
    remedy: failed > failedMails.warning ? '/admin/email/logs?status=failed' : '/admin/email/logs?status=pending',
  }
}

/** E-mail that a person waits for: e-mail held by quiet hours is not late before they end. */
export function judgeWaitingMail(
  { late_mails: late, oldest_mail: oldest }: HealthFigures,
  providers: readonly ProviderRow[],
  now: number,
): Verdict {
  const name = 'waiting_mail'
  if (late === 0 || oldest === null) return { name, status: 'healthy', ...worded(sentence('health.none'), sentence('health.no_mail_late')) }
  return {
    name,
    status: 'warning',
    ...worded(
      sentence('health.late_oldest', { late, duration: duration((now - oldest.getTime()) / 1000) }),
      sentence('health.mails_late', { count: late }),
      sentence(providers.length === 0 ? 'health.no_provider' : 'health.log_says_why'),
    ),
    remedy: providers.length === 0 ? '/admin/email/providers/create' : '/admin/email/logs?status=pending',
  }
}

export function judgeProviders(providers: readonly ProviderRow[]): Verdict {
  const name = 'providers'
  if (providers.length === 0)
    return {
      name,
      status: 'warning',
      ...worded(sentence('health.none'), sentence('health.no_provider'), sentence('health.mail_waits_for_provider')),
      remedy: '/admin/email/providers/create',
    }
  const troubled = providers.filter((provider) => !provider.has_sender || provider.is_down || provider.is_out_of_quota)
  const working = providers.length - troubled.length
  const value = sentence('health.providers_working', { working, all: providers.length })
  if (troubled.length === 0) return { name, status: 'healthy', ...worded(value, sentence('health.providers_fine')) }
  return {
    name,
    status: working === 0 ? 'critical' : 'warning',
    ...worded(value, ...troubled.map((provider) => sentence(troubleOf(provider), { name: provider.name }))),
    remedy: '/admin/email/providers',
  }
}

function troubleOf({ has_sender: hasSender, is_down: isDown }: ProviderRow) {
  if (!hasSender) return 'health.provider_no_sender'
  return isDown ? 'health.provider_down' : 'health.provider_out_of_quota'
}

/** `ntp` undefined: no time server is set. Codes depend on the clock, so one that cannot be compared although it should be is a warning. */
export function judgeClock(database: number, ntp: Comparison | undefined, host: string | undefined): Verdict {
  const difference = ntp !== undefined && 'seconds' in ntp ? Math.max(Math.abs(database), Math.abs(ntp.seconds)) : Math.abs(database)
  const status = worst([above(difference, clockSeconds), ntp !== undefined && 'error' in ntp ? 'warning' : 'healthy'])
  const fromDatabase = seconds(database)
  const about = ntp === undefined || 'error' in ntp ? undefined : seconds(ntp.seconds)
  return {
    name: 'clock',
    status,
    ...worded(
      about !== undefined
        ? sentence('health.clock_off', { seconds: about })
        : sentence(ntp === undefined ? 'health.clock_not_compared' : 'health.clock_no_answer'),
      about === undefined
        ? sentence('health.clock_database', { seconds: fromDatabase })
        : sentence('health.clock_both', { off: about, host: host ?? '', seconds: fromDatabase }),
      ...(ntp !== undefined && 'error' in ntp ? [sentence('health.clock_unasked', { error: ntp.error })] : []),
      ...(above(difference, clockSeconds) === 'healthy' ? [] : [sentence('health.codes_may_be_wrong')]),
    ),
  }
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || /^\[?::1\]?$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)

const day = 24 * 60 * 60 * 1000

/**
 * Passwords and codes are in what goes over the network. An https address means that somebody ends TLS in front. `ends`: when its certificate does,
 * where that is known.
 */
export function judgeTransport({ address, host }: Transport, now = 0, ends?: Date): Verdict {
  const [name, { protocol, hostname }] = ['transport', new URL(address)] as const
  if (protocol === 'https:') {
    const days = ends === undefined ? Infinity : (ends.getTime() - now) / day
    const date = ends?.toISOString().slice(0, 10) ?? ''
    return {
      name,
      status: days < certificateDays.critical ? 'critical' : days < certificateDays.warning ? 'warning' : 'healthy',
      ...worded(
        sentence('health.https'),
        sentence('health.reached_by_https', { address }),
        ...(ends === undefined
          ? []
          : days < 0
            ? [sentence('health.certificate_ended', { date })]
            : days < certificateDays.warning
              ? [sentence('health.certificate_ends', { days: Math.floor(days), date })]
              : [sentence('health.certificate_until', { date })]),
      ),
    }
  }
  if (isLoopback(hostname) && isLoopback(host))
    return { name, status: 'healthy', ...worded(sentence('health.this_machine_only'), sentence('health.needs_no_tls')) }
  return {
    name,
    status: 'warning',
    ...worded(
      sentence('health.http'),
      isLoopback(hostname) ? sentence('health.listens_without_tls', { host }) : sentence('health.reached_without_tls', { address }),
    ),
    remedy: '/admin/system/remedies#transport',
  }
}

/** The owner of a table can remove its protection: then "append-only" holds for the application only as long as nobody breaks into it. */
export function judgeDatabaseRole({ is_owner: isOwner, role }: HealthFigures): Verdict {
  const name = 'database_role'
  if (!isOwner)
    return { name, status: 'healthy', ...worded(sentence('health.separate_role'), sentence('health.role_owns_nothing', { role })) }
  return {
    name,
    status: 'warning',
    ...worded(sentence('health.one_role'), sentence('health.role_owns_tables', { role })),
    remedy: '/admin/system/remedies#database-role',
  }
}

/** The operator's choice, so it is reported without a warning. */
export function judgeApprovals(actsAlone: boolean): Verdict {
  const name = 'approvals'
  if (actsAlone) return { name, status: 'healthy', ...worded(sentence('health.none'), sentence('health.acts_alone')) }
  return {
    name,
    status: 'healthy',
    ...worded(sentence('health.required'), sentence('health.acts_wait')),
  }
}

/** A break stays critical until a verification finds everything intact. */
export function judgeAudit(figures: HealthFigures): Verdict {
  const { audit_waiting: waiting, audit_waiting_seconds: waited, audit_verified_seconds: verified, audit_problem: problem } = figures
  const name = 'audit'
  const remedy = '/admin/system/remedies#audit'
  if (problem !== null)
    return { name, status: 'critical', ...worded(sentence('health.broken'), sentence('health.audit_broken', { problem })), remedy }
  if (above((waited ?? 0) / 60, auditMinutes) !== 'healthy') {
    const texts = worded(
      sentence('health.waiting', { waiting }),
      sentence('health.audit_waiting', { count: waiting, duration: duration(waited ?? 0) }),
      sentence('health.audit_needs_worker'),
    )
    return { name, status: 'warning', ...texts, remedy }
  }
  if (verified === null)
    return { name, status: 'healthy', ...worded(sentence('health.not_verified_yet'), sentence('health.audit_every_night')) }
  const status = above(verified / 86_400, auditDays)
  const rows = figures.audit_verified_rows ?? 0
  const texts = worded(sentence('health.rows', { count: rows }), sentence('health.audit_fine', { duration: duration(verified), rows }))
  return { name, status, ...texts, remedy }
}

/** Paused streams do not count: pausing was deliberate, and every administrator was notified. */
export function judgeStreams({ streams, late_streams: late }: HealthFigures): Verdict {
  const [name, remedy] = ['streams', '/admin/audit/streams'] as const
  if (streams === 0) return { name, status: 'healthy', ...worded(sentence('health.none'), sentence('health.no_streams')) }
  const statusOf = (waited: number) => above(waited / 60, streamMinutes)
  const behind = late.filter(({ seconds: waited }) => statusOf(waited) !== 'healthy')
  const current = sentence('health.streams_current', { current: streams - behind.length, streams })
  if (behind.length === 0) return { name, status: 'healthy', ...worded(current, sentence('health.streams_fine')) }
  const reasons = behind.flatMap(({ name: stream, seconds: waited, error }) => [
    sentence('health.stream_behind', { name: stream, duration: duration(waited) }),
    ...(error ? [sentence('health.stream_error', { error })] : []),
  ])
  return { name, status: worst(behind.map(({ seconds: waited }) => statusOf(waited))), ...worded(current, ...reasons), remedy }
}

/** Writes create a missing partition themselves, so nothing fails; but the job that should create them does not run. */
export function judgeMonths({ months_ahead: ahead }: HealthFigures): Verdict {
  const status = ahead < monthsAhead.critical ? 'critical' : ahead < monthsAhead.warning ? 'warning' : 'healthy'
  return {
    name: 'months',
    status,
    ...worded(
      sentence('health.months', { count: ahead }),
      sentence('health.months_ahead', { count: ahead }),
      ...(status === 'healthy' ? [] : [sentence('health.months_short')]),
    ),
  }
}

/** Limit of names listed at once that were stored before hidden characters were refused. */
const namesShown = 50

export function judgeNames(found: readonly { text: string; link: string }[]): Verdict {
  const count = found.length
  if (count === 0) return { name: 'names', status: 'healthy', ...worded(sentence('health.none'), sentence('health.no_hidden_names')) }
  return {
    name: 'names',
    status: 'warning',
    ...worded(
      sentence('health.found', { found: count }),
      sentence('health.hidden_names', { count }),
      sentence('health.change_where_linked'),
      ...(count > namesShown ? [sentence('health.first_listed', { most: namesShown })] : []),
    ),
    items: found.slice(0, namesShown),
  }
}

/** '4 s', '12 min', '3 h'. */
function duration(given: number): string {
  if (given < 60) return `${Math.round(given)} s`
  return given < 3600 ? `${Math.floor(given / 60)} min` : `${Math.floor(given / 3600)} h`
}

const seconds = (given: number) => Math.abs(given).toFixed(1)
