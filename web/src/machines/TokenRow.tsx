import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AccessToken } from '@twofold/contract/tokens'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingRow } from '../ui/SettingRow.tsx'
import { When } from '../ui/When.tsx'
import { RotateTokenDialog } from './RotateTokenDialog.tsx'
import { scopeTexts } from './scope-texts.ts'
import { type MadeToken, useRevokeToken } from './tokens.ts'

const soon = 14 * 24 * 60 * 60 * 1000

interface TokenRowProps {
  token: AccessToken
  /** The service account whose token it is; left out: one's own. */
  account?: string
  onMade: (made: MadeToken) => void
}

export function TokenRow({ token, account, onMade }: TokenRowProps) {
  const { t, i18n } = useLingui()
  const { name, expires_at: end, last_used_at: used, last_used_address: address, networks, key_ids: keys, trusted_until: trusted } = token
  const [asking, setAsking] = useState<'rotate' | 'revoke'>()
  const places = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(networks ?? [])
  const day = i18n.date(new Date(end), { dateStyle: 'medium' })
  const untilTime = trusted === null ? '' : i18n.date(new Date(trusted), { timeStyle: 'short' })
  const left = new Date(end).getTime() - Date.now()
  const isOver = left <= 0
  return (
    <SettingRow
      icon={KeyRound}
      title={name}
      state={<TokenBadges token={token} left={left} />}
      actions={
        <>
          {!isOver && !token.is_replaced && (
            <Button size="sm" aria-label={t`Rotate ${name}`} onPress={() => setAsking('rotate')}>
              <Trans>Rotate</Trans>
            </Button>
          )}
          <Button size="sm" variant="danger-line" aria-label={t`Revoke ${name}`} onPress={() => setAsking('revoke')}>
            <Trans context="a token">Revoke</Trans>
          </Button>
        </>
      }
    >
      <span className="font-code text-xs">{`twofold_${account === undefined ? 'pat' : 'svc'}_…${token.last_four}`}</span>
      <br />
      {token.scopes.map((scope) => i18n._(scopeTexts[scope])).join(' · ')}
      <TakeLimits perMinute={token.takes_per_minute} perDay={token.takes_per_day} />
      {keys !== null && (
        <>
          <br />
          <Plural value={keys.length} one="Only for # key" other="Only for # keys" />
        </>
      )}
      {trusted !== null && Date.parse(trusted) > Date.now() && (
        <>
          <br />
          <Trans>Asks for no code until {untilTime}</Trans>
        </>
      )}
      {networks !== null && (
        <>
          <br />
          <Trans>Only from {places}</Trans>
        </>
      )}
      <br />
      {isOver ? <Trans>Expired on {day}</Trans> : <Trans>Expires on {day}</Trans>}
      {' · '}
      {used === null ? (
        <Trans>Never used</Trans>
      ) : (
        <Trans>
          Last used <When at={used} /> from {address}
        </Trans>
      )}
      {asking === 'rotate' && (
        <RotateTokenDialog token={token} {...(account !== undefined && { account })} onClose={() => setAsking(undefined)} onMade={onMade} />
      )}
      {asking === 'revoke' && <RevokeDialog token={token} account={account} onClose={() => setAsking(undefined)} />}
    </SettingRow>
  )
}

function TokenBadges({ token, left }: { token: AccessToken; left: number }) {
  const { t } = useLingui()
  const isOver = left <= 0
  return (
    <>
      {isOver && <Badge tone="warning">{t`Expired`}</Badge>}
      {!isOver && token.is_replaced && <Badge>{t`Replaced`}</Badge>}
      {!isOver && !token.is_replaced && left < soon && <Badge tone="warning">{t`Expires soon`}</Badge>}
      {token.is_agent && <Badge>{t`Agent`}</Badge>}
    </>
  )
}

type RevokeDialogProps = { token: AccessToken; account: string | undefined; onClose: () => void }

function RevokeDialog({ token: { id, name }, account, onClose }: RevokeDialogProps) {
  const { t } = useLingui()
  const revoke = useRevokeToken(account)
  return (
    <AskDialog
      act={revoke}
      input={id}
      title={t`Revoke ${name}?`}
      onClose={onClose}
      confirmLabel={t`Revoke token`}
      pendingLabel={t({ message: 'Revoking...', context: 'a token' })}
    >
      <p>
        <Trans>Programs that use this token are refused from their next call on. This cannot be undone.</Trans>
      </p>
    </AskDialog>
  )
}

function TakeLimits({ perMinute, perDay }: { perMinute: number | null; perDay: number | null }) {
  return (
    <>
      {perMinute !== null && (
        <>
          <br />
          <Plural value={perMinute} one="At most # code a minute" other="At most # codes a minute" />
        </>
      )}
      {perDay !== null && (
        <>
          <br />
          <Plural value={perDay} one="At most # code a day" other="At most # codes a day" />
        </>
      )}
    </>
  )
}
