import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OfferedProvider } from '@twofold/contract/accounts'
import { beginConnecting, disconnectIdentity, type Identity } from '@twofold/contract/identities'
import { Link2 } from '../ui/icons/Link2.ts'
import { UserRound } from '../ui/icons/UserRound.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Loaded } from '../kits/Loaded.tsx'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
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
  const identities = useQuery(identitiesQuery)
  const { data } = identities
  if (data && data.data.length === 0 && data.providers.length === 0) return null
  return (
    <Panel title={t`Connected accounts`}>
      <Loaded of={identities} failed={t`Your connected accounts could not be loaded`}>
        {(accounts) => (
          <SettingList label={t`Connected accounts`}>
            {accounts.data.map((identity) => (
              <ConnectedRow key={identity.id} identity={identity} />
            ))}
            {accounts.providers.map((provider) => (
              <ConnectRow key={provider.id} provider={provider} />
            ))}
          </SettingList>
        )}
      </Loaded>
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
        <AskDialog
          title={t`Disconnect ${name}?`}
          onClose={() => setIsAsking(false)}
          act={disconnect}
          confirmLabel={t`Disconnect`}
          pendingLabel={t`Disconnecting...`}
        >
          <Trans>You can no longer sign in here with this account. The account there stays as it is.</Trans>
        </AskDialog>
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
      <Trans>Sign in here with an account of one of these services, in addition to your other ways.</Trans>
    </SettingRow>
  )
}
