import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ServiceAccount } from '@twofold/contract/service-accounts'
import { Bot } from '../ui/icons/Bot.ts'
import { Plus } from '../ui/icons/Plus.ts'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList, SettingRow } from '../ui/SettingRow.tsx'
import { When } from '../ui/When.tsx'
import { AddServiceAccountDialog } from './AddServiceAccountDialog.tsx'
import { ServiceAccountDetails } from './ServiceAccountDetails.tsx'
import { serviceAccountsQuery } from './service-accounts.ts'

/** Programs that a group has: each with its tokens and the keys of which it takes codes. */
export function ServiceAccountsPanel({ group }: { group: { id: string; name: string } }) {
  const { t } = useLingui()
  const all = useQuery(serviceAccountsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const accounts = all.data?.data.filter((account) => account.group.id === group.id)
  return (
    <Panel
      title={t`Service accounts`}
      actions={
        <Button size="sm" icon={Plus} onPress={() => setIsAdding(true)}>
          <Trans>Add service account</Trans>
        </Button>
      }
    >
      <div className="grid gap-6">
        <p className="text-sm text-text-2">
          <Trans>
            A service account is a program of the group, such as a build. It takes codes of the keys that are shared with it, and sees
            nothing else.
          </Trans>
        </p>
        <Loaded
          of={{ ...all, data: accounts }}
          failed={t`The service accounts could not be loaded`}
          empty={
            <p className="text-sm text-text-2">
              <Trans>The group has no service accounts.</Trans>
            </p>
          }
        >
          {(shown) => (
            <SettingList label={t`Service accounts`}>
              {shown.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </SettingList>
          )}
        </Loaded>
      </div>
      {isAdding && <AddServiceAccountDialog group={group} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}

function AccountRow({ account }: { account: ServiceAccount }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { name, keys, keys_waiting: waiting, tokens, last_used_at: used } = account
  return (
    <SettingRow
      icon={Bot}
      title={name}
      state={
        <>
          {account.suspended && <Badge tone="warning">{t`Suspended`}</Badge>}
          {waiting > 0 && (
            <Badge tone="warning">
              <Plural value={waiting} one="# key waits" other="# keys wait" />
            </Badge>
          )}
        </>
      }
      actions={
        <Button size="sm" aria-label={t`Manage ${name}`} aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          <Trans>Manage</Trans>
        </Button>
      }
      details={isOpen && <ServiceAccountDetails account={account} />}
    >
      <Plural value={keys} one="# key" other="# keys" /> · <Plural value={tokens} one="# token" other="# tokens" /> ·{' '}
      {used === null ? (
        <Trans>Never used</Trans>
      ) : (
        <Trans>
          Last used <When at={used} />
        </Trans>
      )}
    </SettingRow>
  )
}
