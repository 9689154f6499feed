import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing'
import { Link } from '@tanstack/react-router'
import { Bot, Pencil, UserCheck, UserMinus, Users } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Face } from '../ui/Face.tsx'
import { When } from '../ui/When.tsx'
import { LevelBadge } from './LevelBadge.tsx'
import { shareName } from './share-name.ts'

interface ShareRowProps {
  share: Share
  onChange: () => void
  onRevoke: () => void
  onConfirm: () => void
}

/** One person, address, group or service account that has a key. */
export function ShareRow({ share, onChange, onRevoke, onConfirm }: ShareRowProps) {
  const { t } = useLingui()
  const who = shareName(share)
  const { group, email, service_account: program } = share
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Face name={who} size="sm" {...(group && { icon: Users })} {...(program && { icon: Bot })} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {group ? (
            <Link to="/groups/$id" params={{ id: group.id }} className="text-button">
              {who}
            </Link>
          ) : (
            who
          )}{' '}
          <LevelBadge permission={share.permission} />
          {share.is_expired && (
            <Badge tone="warning">
              <Trans>Expired</Trans>
            </Badge>
          )}
        </p>
        {program && (
          <p className="text-sm text-text-2">
            <Trans>Service account</Trans>
            {' · '}
            {program.is_accepted ? (
              <Plural value={program.managers} one="# person can create tokens" other="# people can create tokens" />
            ) : (
              <Trans>Waits for a manager to accept it</Trans>
            )}
          </p>
        )}
        {share.name !== null && <p className="text-sm text-text-2 wrap-anywhere">{email}</p>}
        {group && (
          <p className="text-sm text-text-2">
            <Plural value={group.members} one="Group of # person" other="Group of # people" />
          </p>
        )}
        <p className="text-sm text-text-2">
          <Trans>
            Since <When at={share.created_at} />
          </Trans>
          {' · '}
          <LastUse share={share} />
          <End share={share} />
        </p>
      </div>
      <div className="ms-auto flex gap-1">
        {email !== null && share.name === null && !share.is_expired && (
          <IconButton size="sm" icon={UserCheck} label={t`Confirm who signed up as ${email}`} onPress={onConfirm} />
        )}
        <IconButton size="sm" icon={Pencil} label={t`Change access of ${who}`} onPress={onChange} />
        <IconButton size="sm" icon={UserMinus} label={t`Revoke access of ${who}`} onPress={onRevoke} />
      </div>
    </li>
  )
}

function LastUse({ share: { last_used_at: used, last_shown_at: shown } }: { share: Share }) {
  if (used !== null) {
    return (
      <Trans>
        Last used <When at={used} />
      </Trans>
    )
  }
  if (shown === null) return <Trans>Not used yet</Trans>
  return (
    <Trans>
      Codes last shown <When at={shown} />
    </Trans>
  )
}

function End({ share: { expires_at: end, is_expired: isOver } }: { share: Share }) {
  const { i18n } = useLingui()
  if (end === null) return null
  const day = i18n.date(new Date(end), { dateStyle: 'medium' })
  return (
    <>
      {' · '}
      {isOver ? <Trans>Ended {day}</Trans> : <Trans>Until {day}</Trans>}
    </>
  )
}
