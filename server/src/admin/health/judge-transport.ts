import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { type Finding, worded } from '../../platform/health/finding.ts'

const { certificateDays } = healthLimits

/** Transport between people and the application. */
export interface Transport {
  /** Address used for links in e-mails. */
  address: string
  /** Address that the server listens on. */
  host: string
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || /^\[?::1\]?$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)

const day = 24 * 60 * 60 * 1000

/**
 * Passwords and codes are in what goes over the network. An https address means that somebody ends TLS in front. `ends`: when its certificate does,
 * where that is known.
 */
export function judgeTransport({ address, host }: Transport, now = 0, ends?: Date): Finding {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') {
    const days = ends === undefined ? Infinity : (ends.getTime() - now) / day
    const date = ends?.toISOString().slice(0, 10) ?? ''
    return {
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
    return { status: 'healthy', ...worded(sentence('health.this_machine_only'), sentence('health.needs_no_tls')) }
  return {
    status: 'warning',
    ...worded(
      sentence('health.http'),
      isLoopback(hostname) ? sentence('health.listens_without_tls', { host }) : sentence('health.reached_without_tls', { address }),
    ),
    remedy: '/admin/system/remedies#transport',
  }
}
