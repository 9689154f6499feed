import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OfferedProvider } from '@twofold/contract/accounts'
import { beginConnecting, disconnectIdentity, type Identity } from '@twofold/contract/identities'
import { Link2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList, SettingRow } from '../ui/SettingRow.tsx'
import { identitiesQuery } from './identities.ts'
import { useDeparture } from './use-departure.ts'

/**
 * Accounts elsewhere that one signs in with, to connect and to disconnect. Shows nothing where the installation offers none and none is left.
 * Place it in the security tab of the profile; it needs no properties, and the page must offer the PIN prompt.
 */
export function ConnectedAccounts() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(identitiesQuery)
  if (data && data.data.length === 0 && data.providers.length === 0) return null
  return (
    <Panel title={t`Connected accounts`}>
      {data && (
        <SettingList label={t`Connected accounts`}>
          {data.data.map((identity) => (
            <ConnectedRow key={identity.id} identity={identity} />
          ))}
          {data.providers.map((provider) => (
            <ConnectRow key={provider.id} provider={provider} />
          ))}
        </SettingList>
      )}
      {!data && error && (
        <ErrorState level={3} title={t`Your connected accounts could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {failureMessage(error, error.message)}
        </ErrorState>
      )}
      {!data && !error && <Loading />}
    </Panel>
  )
}

function ConnectedRow({ identity }: { identity: Identity }) {
  const { t, i18n } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const { id, name, email } = identity
  const dateOf = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium' })
  const connected = dateOf(identity.created_at)
  const disconnect = useAct({
    send: () => call(disconnectIdentity, { params: { id }, body: {} }),
    failed: t`The account could not be disconnected. Please try again.`,
    renews: [identitiesQuery.queryKey],
    duration: 3000,
    onEnd: () => setIsAsking(false),
  })
  return (
    <SettingRow
      icon={UserRound}
      title={name}
      actions={
        <Button size="sm" variant="danger-line" aria-label={t`Disconnect ${name}`} onPress={() => setIsAsking(true)}>
          <Trans>Disconnect</Trans>
        </Button>
      }
    >
      {email && <p className="break-words">{email}</p>}
      {identity.last_used_at === null ? (
        <Trans>Connected on {connected}, never used</Trans>
      ) : (
        <Trans>
          Connected on {connected}, last used on {dateOf(identity.last_used_at)}
        </Trans>
      )}
      {isAsking && (
        <AlertDialog
          title={t`Disconnect ${name}?`}
          onClose={() => setIsAsking(false)}
          onConfirm={() => disconnect.mutate()}
          confirmLabel={t`Disconnect`}
          pendingLabel={t`Disconnecting...`}
          pending={disconnect.isPending}
        >
          <Trans>You cannot sign in here with this account any more. The account there stays as it is.</Trans>
        </AlertDialog>
      )}
    </SettingRow>
  )
}

function ConnectRow({ provider: { id, name } }: { provider: OfferedProvider }) {
  const { t } = useLingui()
  const { depart, goingWith } = useDeparture(
    (provider: OfferedProvider['id']) => call(beginConnecting, { body: { provider } }),
    t`An error occurred. Please try again.`,
  )
  return (
    <SettingRow
      icon={Link2}
      title={name}
      actions={
        <Button size="sm" aria-label={t`Connect ${name}`} pending={goingWith !== undefined} onPress={() => depart(id)}>
          <Trans>Connect</Trans>
        </Button>
      }
    >
      <Trans>Sign in here with an account there, besides the ways you have.</Trans>
    </SettingRow>
  )
}
