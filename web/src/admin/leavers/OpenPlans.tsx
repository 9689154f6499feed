import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/Alert.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { leaversQuery } from './leavers.ts'

/** Says how many plans are open; nothing where none is. */
export function OpenPlans() {
  const { data } = useQuery(leaversQuery({ state: 'open', page: 1 }))
  const total = data?.total ?? 0
  if (total === 0) return null
  return (
    <Alert
      type="warning"
      title={<Plural value={total} one="# open leaver plan" other="# open leaver plans" />}
      actions={
        <LinkButton size="sm" to="/admin/users/leavers">
          <Trans>View</Trans>
        </LinkButton>
      }
    >
      <Trans>Keys wait for a new owner, or secrets that somebody had wait to be rotated.</Trans>
    </Alert>
  )
}
