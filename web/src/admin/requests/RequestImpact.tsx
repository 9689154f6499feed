import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { changingFacts, closingActs, type getRequest, isDeletion, type Request, type RequestImpact } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
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
    {
      isOf: act === 'hand_over',
      count: impact.keys,
      names: keys,
      label: <Plural value={impact.keys} one="key belongs to this account" other="keys belong to this account" />,
    },
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

/** Changes of the impact since the request, item by item. Renders nothing if there are none. */
export function ChangedFacts({ request, now }: { request: Request; now: RequestImpact | null }) {
  const changed = changingFacts.filter((fact) => now !== null && now[fact] !== request.impact[fact])
  if (now === null || changed.length === 0) return null
  const words: Record<(typeof changingFacts)[number], (count: number) => string> = {
    users: (count) => plural(count, { one: '# user', other: '# users' }),
    keys: (count) => plural(count, { one: '# key', other: '# keys' }),
    shared_keys: (count) => plural(count, { one: '# shared key', other: '# shared keys' }),
    people: (count) => plural(count, { one: '# other person', other: '# other people' }),
  }
  return (
    <Alert type="warning">
      {changed.map((fact) => {
        const [found, before] = [words[fact](now[fact]), request.impact[fact]]
        return (
          <p key={fact}>
            <Trans>
              Now {found}, {before} when asked
            </Trans>
          </p>
        )
      })}
    </Alert>
  )
}
