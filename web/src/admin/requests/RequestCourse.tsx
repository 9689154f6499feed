import { Trans, useLingui } from '@lingui/react/macro'
import type { getRequest } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import { CircleCheck } from '../../ui/icons/CircleCheck.ts'
import { CircleDot } from '../../ui/icons/CircleDot.ts'
import { Clock } from '../../ui/icons/Clock.ts'
import type { ReactNode } from 'react'
import { Icon, type Outline } from '../../ui/Icon.tsx'
import { At } from '../../ui/At.tsx'
import { useRequestWords } from './use-request-words.ts'

/** Course of the decision: the requester, the approval, and what happens without one. */
export function RequestCourse({ detail: { request, names } }: { detail: CallResponse<typeof getRequest> }) {
  const { i18n } = useLingui()
  const words = useRequestWords()
  const { state, runs_at: runsAt, decided_at: decidedAt } = request
  const asker = request.asker.name
  const approvers = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names?.approvers ?? [])
  return (
    <ol>
      <Step icon={CircleCheck} note={<At time={request.created_at} />}>
        <Trans>{asker} asked</Trans>
      </Step>
      {state === 'waiting' ? (
        <>
          {runsAt === null && (
            <Step
              icon={CircleDot}
              note={approvers === '' ? <Trans>Nobody can yet: it takes another administrator who has a second factor.</Trans> : approvers}
            >
              <Trans>A second administrator approves or refuses</Trans>
            </Step>
          )}
          {runsAt === null ? (
            <Step icon={Clock} note={<At time={request.expires_at} />}>
              <Trans>Nobody does: it expires, and nothing happens</Trans>
            </Step>
          ) : (
            <Step icon={Clock} note={<At time={runsAt} />}>
              {approvers === '' ? (
                <Trans>There is nobody else to approve it, so the wait is the only guard. It runs by itself unless somebody stops it</Trans>
              ) : (
                <Trans>It runs by itself, unless {approvers} approves or refuses it before, or somebody stops it</Trans>
              )}
            </Step>
          )}
        </>
      ) : (
        decidedAt !== null && (
          <Step icon={CircleCheck} note={<At time={decidedAt} />}>
            {words.decided(request)}
          </Step>
        )
      )}
    </ol>
  )
}

function Step({ icon, note, children }: { icon: Outline; note: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3 pb-3">
      <Icon icon={icon} className="mt-[0.2rem]" />
      <span className="wrap-anywhere">
        {children} <small className="block text-sm text-text-2">{note}</small>
      </span>
    </li>
  )
}
