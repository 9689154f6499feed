import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { HealthCheck } from '@twofold/contract/admin/health'
import { timeText } from '../../lib/exact-time.ts'
import type { Outline } from '../../ui/Icon.tsx'
import { Footprints } from '../../ui/icons/Footprints.ts'
import { Inbox } from '../../ui/icons/Inbox.ts'
import { MailWarning } from '../../ui/icons/MailWarning.ts'
import { UserX } from '../../ui/icons/UserX.ts'
import { firstStepsQuery } from '../first-steps/first-steps.ts'
import { leaversQuery } from '../leavers/leavers.ts'
import { mailPathQuery, requestsQuery } from '../requests/requests.ts'
import { checkIcons, useCheckTitles, useRemedies } from '../system/check-words.ts'
import { healthQuery } from '../system/system.ts'

/** One item for an administrator, with its one action. */
export interface AttentionLine {
  id: string
  icon: Outline
  isUrgent: boolean
  title: string
  detail: string
  /** Time since which it is so; null: unknown. */
  since: string | null
  /** An address of ours. */
  href: string
  action: string
}

/** Days in which an administrator is new here. */
const firstDays = 30

const isTrouble = ({ status }: HealthCheck) => status === 'warning' || status === 'critical'

/** The oldest of several times. A list that goes on says nothing about its oldest entry. */
function oldest(page: { last_page: number } | undefined, times: string[]): string | null {
  return page?.last_page === 1 ? (times.toSorted()[0] ?? null) : null
}

/** Everything that needs an administrator, urgent things first. */
export function useAttention() {
  const { t } = useLingui()
  const titles = useCheckTitles()
  const remedyLabel = useRemedies()
  const health = useQuery(healthQuery)
  const checks = health.data?.checks ?? []

  const waiting = useWaitingLines()
  const failing: AttentionLine[] = checks.filter(isTrouble).map(({ name, status, value, message, since, remedy }) => ({
    id: name,
    icon: checkIcons[name],
    isUrgent: status === 'critical',
    title: t`${titles[name]}: ${value}`,
    detail: message,
    since,
    href: remedy ?? (name === 'jobs' ? '/admin/system?tab=jobs' : '/admin/system'),
    action: remedyLabel({ name, remedy }),
  }))
  return {
    health,
    lines: [...failing, ...waiting].toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent)),
    passed: checks.filter((check) => !isTrouble(check)).length,
    /** Time of the measurement, by this browser's clock. */
    checkedAt: new Date(health.dataUpdatedAt).toISOString(),
  }
}

/** Items that wait for somebody to decide or continue. */
function useWaitingLines(): AttentionLine[] {
  const { t } = useLingui()
  const requests = useQuery(requestsQuery('waiting')).data
  const mailPath = useQuery(mailPathQuery()).data?.changes ?? []
  const plans = useQuery(leaversQuery({ state: 'open', page: 1 })).data
  const lines: AttentionLine[] = []
  if (requests !== undefined && requests.total > 0) {
    lines.push({
      id: 'requests',
      icon: Inbox,
      isUrgent: false,
      title: plural(requests.total, { one: '# request waits for a decision', other: '# requests wait for a decision' }),
      detail: t`Nothing happens until an administrator decides or the waiting time is over.`,
      since: oldest(
        requests,
        requests.data.map(({ created_at }) => created_at),
      ),
      href: '/admin/requests',
      action: t`Review`,
    })
  }
  if (mailPath.length > 0) {
    const untils = mailPath.flatMap(({ counts_until: until }) => until ?? [])
    const last = untils.length === mailPath.length ? untils.toSorted().at(-1) : undefined
    lines.push({
      id: 'mail-path',
      icon: MailWarning,
      isUrgent: false,
      title: last
        ? plural(mailPath.length, { one: '# change to e-mail is new', other: '# changes to e-mail are new' })
        : plural(mailPath.length, { one: '# change to e-mail is not approved', other: '# changes to e-mail are not approved' }),
      detail: last
        ? t`Until ${timeText(last)}, a link sent by e-mail does not prove who somebody is.`
        : t`Until a second administrator approves, a link sent by e-mail does not prove who somebody is.`,
      since: mailPath.map(({ happened_at }) => happened_at).toSorted()[0] ?? null,
      href: '/admin/requests',
      action: t`Review`,
    })
  }
  if (plans !== undefined && plans.total > 0) {
    lines.push({
      id: 'leavers',
      icon: UserX,
      isUrgent: false,
      title: plural(plans.total, { one: '# open leaver plan', other: '# open leaver plans' }),
      detail: t`Keys wait for a new owner, or secrets that somebody had wait to be rotated.`,
      since: oldest(
        plans,
        plans.data.map(({ opened_at }) => opened_at),
      ),
      href: '/admin/users/leavers',
      action: t`Hand over`,
    })
  }
  return [...lines, ...useFirstStepsLines()]
}

/** The steps that are still to be taken, while the administrator is new here. */
function useFirstStepsLines(): AttentionLine[] {
  const { t } = useLingui()
  const steps = useQuery(firstStepsQuery).data?.steps ?? []
  const open = steps.filter(({ done }) => !done).length
  // Later administrators have decided about the other steps; important ones have their own check.
  const begun = steps.find(({ name }) => name === 'vault')?.since
  if (open === 0 || !begun || Date.now() - Date.parse(begun) >= firstDays * 86_400_000) return []
  return [
    {
      id: 'first-steps',
      icon: Footprints,
      isUrgent: false,
      title: plural(open, { one: '# first step is open', other: '# first steps are open' }),
      detail: t`They make this installation safe to rely on.`,
      since: begun,
      href: '/welcome',
      action: t`Go on`,
    },
  ]
}
