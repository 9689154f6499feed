import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Request, RequestImpact } from '@twofold/contract/admin/requests'
import { BlastRadius } from '../../ui/BlastRadius.tsx'

const signsOut = new Set<Request['act']>([
  'set_password',
  'promote',
  'demote',
  'deactivate_administrator',
  'deactivate_user',
  'delete_user',
  'bulk',
])
const closes = new Set<Request['act']>(['set_password', 'set_pin', 'remove_factors', 'restore_administrator'])

/** What happens if it runs: numbers first. Only what this act touches is named. */
export function RequestImpactList({ request, impact }: { request: Request; impact: RequestImpact }) {
  const { t } = useLingui()
  const { act, subject, detail } = request
  const deletes = act === 'delete_user' || detail['action'] === 'delete'
  const facts = [
    ...(act === 'bulk' ? [{ count: impact.users, label: <Plural value={impact.users} one="user" other="users" /> }] : []),
    ...(signsOut.has(act)
      ? [{ count: impact.sessions, label: <Plural value={impact.sessions} one="device is signed out" other="devices are signed out" /> }]
      : []),
    ...(closes.has(act)
      ? [
          {
            count: impact.keys,
            label: <Plural value={impact.keys} one="key stays closed for 24 hours" other="keys stay closed for 24 hours" />,
          },
        ]
      : []),
    ...(deletes
      ? [
          {
            count: impact.keys,
            label: <Plural value={impact.keys} one="key is deleted after 30 days" other="keys are deleted after 30 days" />,
          },
          {
            count: impact.people,
            label: <Plural value={impact.people} one="other person loses access" other="other people lose access" />,
          },
        ]
      : []),
    ...(act === 'hand_over'
      ? [
          {
            count: impact.keys,
            label: <Plural value={impact.keys} one="key belongs to this account" other="keys belong to this account" />,
          },
        ]
      : []),
  ]
  if (facts.every(({ count }) => count === 0))
    return (
      <p>
        {subject ? (
          <Trans>Nobody is signed out, and no key is affected.</Trans>
        ) : (
          <Trans>No key and no session is affected directly.</Trans>
        )}
      </p>
    )
  return <BlastRadius label={t`If this runs`} facts={facts} />
}
