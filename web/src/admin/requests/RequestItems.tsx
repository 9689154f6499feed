import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Request, RequestList } from '@twofold/contract/admin/requests'
import { leftText } from '../../lib/left-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Face } from '../../ui/Face.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { useRequestWords } from './use-request-words.ts'

interface RequestItemsProps {
  label: string
  requests: readonly Request[]
  list: RequestList
  page: number | undefined
  open: string | undefined
}

/** One line per request: what, who, and the remaining time. */
export function RequestItems({ label, requests, open, ...address }: RequestItemsProps) {
  const words = useRequestWords()
  return (
    <ul aria-label={label} className="divide-y divide-border">
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            className="ui-row items-stretch px-4"
            to="/admin/requests"
            search={{ ...address, id: request.id }}
            resetScroll={false}
            {...(request.id === open && { 'aria-current': 'true' })}
          >
            <Face name={request.asker.name} letters={1} />
            <span className="grid min-w-0 gap-1">
              <span className="font-medium wrap-anywhere">{request.what}</span>
              <span className="text-sm text-text-3 wrap-anywhere">
                {request.asker.name}, <Ago time={request.created_at} />
              </span>
              {request.state === 'waiting' ? (
                <TimeLeft request={request} />
              ) : (
                <span>
                  <Badge tone={words.states[request.state].tone}>{words.states[request.state].label}</Badge>
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function TimeLeft({ request: { created_at: from, runs_at: runsAt, expires_at: expiresAt } }: { request: Request }) {
  const { t } = useLingui()
  const until = runsAt ?? expiresAt
  const [start, now, end] = [new Date(from).getTime(), Date.now(), new Date(until).getTime()]
  const left = leftText(until, now)
  return (
    <span className="mt-1 flex items-center gap-2 text-xs text-text-2 tabular-nums *:first:h-1 *:first:min-w-8 *:first:flex-1">
      <ProgressBar label={t`Time that has passed`} value={now - start} max={end - start} valueText={t`${left} left`} />
      <span>{runsAt === null ? <Trans>Expires in {left}</Trans> : <Trans>Runs in {left}</Trans>}</span>
    </span>
  )
}
