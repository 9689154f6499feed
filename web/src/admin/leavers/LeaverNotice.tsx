import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { leaverQuery } from './leavers.ts'
import { useBeginPlan } from './use-leaver-acts.ts'

/** The open tasks of a deactivated user, with a link to them. */
export function LeaverNotice({ userId: id }: { userId: string }) {
  const navigate = useNavigate()
  const { data: plan } = useQuery(leaverQuery(id))
  const begin = useBeginPlan(id, () => void navigate({ to: '/admin/users/$id/leaver', params: { id } }))
  if (plan === undefined) return null
  if (plan === null || plan.state === 'reactivated') {
    return (
      <Alert
        type="info"
        title={<Trans>No leaver plan</Trans>}
        actions={
          <Button size="sm" onPress={() => begin.mutate()} pending={begin.isPending}>
            <Trans>Begin a plan</Trans>
          </Button>
        }
      >
        <Trans>It lists their keys, and the secrets that should be rotated.</Trans>
      </Alert>
    )
  }
  const [decide, rotate] = [plan.owned.total - plan.owned.done, plan.rotate.total - plan.rotate.done]
  return (
    <Alert
      type={plan.state === 'open' ? 'warning' : 'success'}
      title={plan.state === 'open' ? <Trans>The leaver plan is open</Trans> : <Trans>The leaver plan is done</Trans>}
      actions={
        <LinkButton size="sm" to="/admin/users/$id/leaver" params={{ id }}>
          <Trans>Open the plan</Trans>
        </LinkButton>
      }
    >
      {plan.state === 'open' ? (
        <>
          <Plural value={decide} one="# key to decide about" other="# keys to decide about" />
          {', '}
          <Plural value={rotate} one="# secret to rotate" other="# secrets to rotate" />
        </>
      ) : (
        <Trans>Done: every key has an owner and every secret was rotated.</Trans>
      )}
    </Alert>
  )
}
