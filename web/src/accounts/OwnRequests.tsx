import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { stopRequest } from '@twofold/contract/admin/requests'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { At } from '../ui/At.tsx'
import { ownRequestsQuery } from './own-requests.ts'

/** Administrators' requests about this account, each with a way to stop it; and whether an administrator can act alone. */
export function OwnRequests() {
  const { t } = useLingui()
  const { data } = useQuery(ownRequestsQuery)
  const stop = useAct({
    send: (id: string) => call(stopRequest, { params: { id } }),
    failed: t`It could not be stopped`,
    renews: [ownRequestsQuery.queryKey],
  })
  if (data === undefined) return null
  return (
    <>
      {data.acts_alone && (
        <p className="text-muted">
          <Trans>An administrator of this installation can act alone.</Trans>
        </p>
      )}
      {data.data.map(({ id, asker, what, runs_at: runsAt }) => (
        <Alert key={id} type="warning" title={t`${asker.name} requests: ${what}`}>
          <div className="grid justify-items-start gap-3">
            <p>
              {runsAt === null ? (
                <Trans>It waits for another administrator. If you do not want it, stop it here.</Trans>
              ) : (
                <Trans>
                  It runs <At time={runsAt} />. If you do not want it, stop it here.
                </Trans>
              )}
            </p>
            <Button size="sm" pending={stop.isPending} onPress={() => stop.mutate(id)}>{t`Stop this`}</Button>
          </div>
        </Alert>
      ))}
    </>
  )
}
