import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { closingActs, type getRequest, isDeletion, type Request, type RequestImpact } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { ReactNode } from 'react'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { At } from '../../ui/At.tsx'

const signsOut = new Set<Request['act']>([
  'set_password',
  'promote',
  'demote',
  'deactivate_administrator',
  'deactivate_user',
  'delete_user',
  'bulk',
])

/** Effects of the act: numbers first, names after, and what can be undone until when. Lists only kinds that this act affects. */
export function RequestImpactList({ detail }: { detail: CallResponse<typeof getRequest> }) {
  const { t } = useLingui()
  const { request, restorable_until: restorableUntil } = detail
  const facts = useImpactFacts(detail)
  return (
    <>
      {facts.every(({ count }) => count === 0) ? (
        <p>
          {request.subject ? (
            <Trans>Nobody is signed out, and no key is affected.</Trans>
          ) : (
            <Trans>No key and no session is affected directly.</Trans>
          )}
        </p>
      ) : (
        <BlastRadius label={t`If this runs`} facts={facts} />
      )}
      {restorableUntil !== null && (
        <p>
          <Trans>
            What is deleted can be restored until <At time={restorableUntil} />. After that, nobody can bring it back.
          </Trans>
        </p>
      )}
    </>
  )
}

/** Numbers with the names behind them, of what this act touches. */
function useImpactFacts(detail: CallResponse<typeof getRequest>) {
  const { t, i18n } = useLingui()
  const { request, names, closed_until: closedUntil } = detail
  const { act } = request
  const impact = detail.impact_now ?? request.impact
  const listed = (found: readonly string[] = [], count: number) => {
    const more = count - found.length
    const list = new Intl.ListFormat(i18n.locale).format([...found, ...(more > 0 ? [t`${more} more`] : [])])
    return found.length === 0 ? null : <span className="text-text-2 wrap-anywhere">: {list}</span>
  }
  const keys = listed(names?.keys, impact.keys)
  const people = listed(names?.people, impact.people)
  const facts: { isOf: boolean; count: number; label: ReactNode; names?: ReactNode }[] = [
    { isOf: act === 'bulk', count: impact.users, label: <Plural value={impact.users} one="user" other="users" /> },
    {
      isOf: signsOut.has(act),
      count: impact.sessions,
      label: <Plural value={impact.sessions} one="device is signed out" other="devices are signed out" />,
    },
    {
      isOf: closingActs.includes(act),
      count: impact.keys,
      names: keys,
      label:
        closedUntil === null ? (
          <Plural value={impact.keys} one="key is closed" other="keys are closed" />
        ) : (
          <Trans>
            <Plural value={impact.keys} one="key stays" other="keys stay" /> closed until <At time={closedUntil} />
          </Trans>
        ),
    },
    {
      isOf: isDeletion(request),
      count: impact.keys,
      names: keys,
      label: <Plural value={impact.keys} one="key is deleted with it" other="keys are deleted with it" />,
    },
    {
      isOf: isDeletion(request),
      count: impact.people,
      names: people,
      label: <Plural value={impact.people} one="other person loses codes" other="other people lose codes" />,
    },
    handedOver(request, impact),
  ]
  return facts
    .filter(({ isOf }) => isOf)
    .map(({ count, label, names: named }) => ({
      count,
      label: (
        <>
          {label}
          {named}
        </>
      ),
    }))
}

/** `impact.keys` counts all keys of the account; RequestFacts names those that were selected. */
function handedOver({ act, detail }: Request, impact: RequestImpact) {
  const isAll = detail['keys'] === 'all'
  const count = isAll ? impact.keys : Number(detail['keys'])
  return {
    isOf: act === 'hand_over',
    count,
    label: isAll ? (
      <Plural
        value={count}
        one="key of this account gets a new owner if it is undecided"
        other="keys of this account get a new owner where they are undecided"
      />
    ) : (
      <Plural value={count} one="key gets a new owner" other="keys get a new owner" />
    ),
  }
}
