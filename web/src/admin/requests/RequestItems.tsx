import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Request, RequestList } from '@twofold/contract/admin/requests'
import { Badge } from '../../ui/Badge.tsx'
import { At } from '../../ui/TimeText.tsx'
import { useRequestWords } from './use-request-words.ts'

/** One line for each: what, who, and until when. */
export function RequestItems({ requests, list, open }: { requests: readonly Request[]; list: RequestList; open: string | undefined }) {
  const { t } = useLingui()
  const words = useRequestWords()
  return (
    <ul aria-label={t`Requests`} className="grid">
      {requests.map((request) => (
        <li key={request.id} className="grid gap-1 border-b border-line px-5 py-3 last:border-b-0">
          <Link
            to="/admin/requests"
            search={{ list, id: request.id }}
            className="font-medium wrap-anywhere"
            {...(request.id === open && { 'aria-current': 'true' })}
          >
            {words.title(request)}
          </Link>
          <span className="text-muted">
            {request.asker.name}, <At time={request.created_at} />
          </span>
          <span>
            <Badge tone={words.states[request.state].tone}>{words.states[request.state].label}</Badge>
          </span>
        </li>
      ))}
    </ul>
  )
}
