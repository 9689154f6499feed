import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ServiceAccount, ServiceAccountShare } from '@twofold/contract/service-accounts'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { Plus } from '../ui/icons/Plus.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Loaded, together } from '../kits/Loaded.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingList, SettingRow } from '../ui/SettingRow.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokenRow } from './TokenRow.tsx'
import { TrustList } from './TrustList.tsx'
import { accountKeysQuery, useAccountAct, useAnswerKey } from './service-accounts.ts'
import { accountTokensQuery, type MadeToken } from './tokens.ts'

/** A service account's keys, tokens and rules, and the ways to stop it. */
export function ServiceAccountDetails({ account }: { account: ServiceAccount }) {
  const { t } = useLingui()
  const { id, name } = account
  const tokens = useQuery(accountTokensQuery(id))
  const keys = useQuery(accountKeysQuery(id))
  const [asking, setAsking] = useState<'token' | 'delete'>()
  const [newToken, setNewToken] = useState<MadeToken>()
  const act = useAccountAct(id)
  return (
    <div className="mt-2 grid gap-4">
      <Loaded of={together(keys, tokens)} failed={t`What ${name} opens could not be loaded`}>
        {([shares, active]) => (
          <>
            {shares.length > 0 ? (
              <SettingList label={t`Keys of ${name}`}>
                {shares.map((share) => (
                  <KeyRow key={share.id} accountId={id} share={share} />
                ))}
              </SettingList>
            ) : (
              <p>
                <Trans>No keys yet. To give it one, the owner of a key opens Share on that key and types the name {name}.</Trans>
              </p>
            )}
            {active.length > 0 && (
              <SettingList label={t`Tokens of ${name}`}>
                {active.map((token) => (
                  <TokenRow key={token.id} token={token} account={id} onMade={setNewToken} />
                ))}
              </SettingList>
            )}
          </>
        )}
      </Loaded>
      <TrustList account={account} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={Plus} onPress={() => setAsking('token')}>
          <Trans>Create token</Trans>
        </Button>
        <Button
          size="sm"
          pending={act.isPending}
          disabledReason={account.suspended?.because === 'administrator' ? t`An administrator suspended it.` : undefined}
          onPress={() => act.mutate(account.suspended ? 'resume' : 'suspend')}
        >
          {account.suspended ? <Trans>Resume</Trans> : <Trans>Suspend</Trans>}
        </Button>
        <Button size="sm" variant="danger-line" aria-label={t`Delete ${name}`} onPress={() => setAsking('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {asking === 'token' && <CreateTokenDialog account={account} onClose={() => setAsking(undefined)} onMade={setNewToken} />}
      {asking === 'delete' && (
        <AskDialog
          act={act}
          input="delete"
          title={t`Delete ${name}?`}
          onClose={() => setAsking(undefined)}
          confirmLabel={t`Delete service account`}
          pendingLabel={t`Deleting...`}
        >
          <p>
            <Trans>Its tokens stop working, and the keys shared with it are taken from it. This cannot be undone.</Trans>
          </p>
        </AskDialog>
      )}
      {newToken && <NewTokenDialog made={newToken} onClose={() => setNewToken(undefined)} />}
    </div>
  )
}

/** A key waits until a manager accepts it, so that no stranger plants one of a known name. */
function KeyRow({ accountId, share }: { accountId: string; share: ServiceAccountShare }) {
  const { t } = useLingui()
  const answer = useAnswerKey(accountId)
  const { id: shareId, is_accepted: isAccepted } = share
  const { name } = share.key
  const owner = share.key.owner.name
  return (
    <SettingRow
      icon={KeyRound}
      title={name}
      state={!isAccepted && <Badge tone="warning">{t`Waits for you`}</Badge>}
      actions={
        <>
          {!isAccepted && (
            <Button
              size="sm"
              pending={answer.isPending}
              aria-label={t`Accept ${name}`}
              onPress={() => answer.mutate({ shareId, answer: 'accept' })}
            >
              <Trans>Accept</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="danger-line"
            pending={answer.isPending}
            aria-label={isAccepted ? t`Give back ${name}` : t`Decline ${name}`}
            onPress={() => answer.mutate({ shareId, answer: 'decline' })}
          >
            {isAccepted ? <Trans>Give back</Trans> : <Trans>Decline</Trans>}
          </Button>
        </>
      }
    >
      <Trans>Owned by {owner}</Trans>
      {share.approval !== 'none' && (
        <>
          {' · '}
          {share.approval === 'each' ? <Trans>A person approves each code</Trans> : <Trans>A person approves each run</Trans>}
        </>
      )}
    </SettingRow>
  )
}
