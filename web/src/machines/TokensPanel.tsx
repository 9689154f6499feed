import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from '../ui/icons/Plus.ts'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList } from '../ui/SettingRow.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokenRow } from './TokenRow.tsx'
import { type MadeToken, tokensQuery } from './tokens.ts'

/** Access tokens for programs of one's own: what each may do, when it ends and when it was used last. */
export function TokensPanel({ isAdministrator }: { isAdministrator: boolean }) {
  const { t } = useLingui()
  const tokens = useQuery(tokensQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<MadeToken>()
  return (
    <Panel
      title={t`Access tokens`}
      actions={
        <Button size="sm" icon={Plus} onPress={() => setIsCreating(true)}>
          <Trans>Create token</Trans>
        </Button>
      }
    >
      <div className="grid gap-6">
        <p className="text-sm text-text-2">
          <Trans>
            A token lets a program of yours use the vault in your place. It does only what you allow here, and never shows secrets, shares
            keys or changes your account.
          </Trans>
        </p>
        <Loaded
          of={tokens}
          failed={t`Your access tokens could not be loaded`}
          empty={
            <p className="text-sm text-text-2">
              <Trans>You have no access tokens.</Trans>
            </p>
          }
        >
          {(all) => (
            <SettingList label={t`Access tokens`}>
              {all.map((token) => (
                <TokenRow key={token.id} token={token} onMade={setMade} />
              ))}
            </SettingList>
          )}
        </Loaded>
      </div>
      {isCreating && <CreateTokenDialog isAdministrator={isAdministrator} onClose={() => setIsCreating(false)} onMade={setMade} />}
      {made && <NewTokenDialog made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}
