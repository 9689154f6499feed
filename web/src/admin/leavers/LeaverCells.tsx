import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { LeaverKey } from '@twofold/contract/admin/leavers'
import { Badge } from '../../ui/Badge.tsx'
import { LevelBadge } from '../../ui/LevelBadge.tsx'
import { Ago } from '../../ui/TimeText.tsx'

export function KeyName({ item: { name, exists } }: { item: LeaverKey }) {
  return (
    <span className="grid min-w-0">
      <span className="font-medium wrap-anywhere">{name}</span>
      {!exists && (
        <span className="text-sm text-text-2">
          <Trans>Deleted since</Trans>
        </span>
      )}
    </span>
  )
}

/** Nobody where the account is gone. */
export function PersonLink({ person }: { person: LeaverKey['owner'] }) {
  if (person === null) {
    return (
      <span className="text-text-2">
        <Trans>A removed account</Trans>
      </span>
    )
  }
  return (
    <Link to="/admin/users/$id" params={{ id: person.id }} className="user-link">
      {person.name}
    </Link>
  )
}

/** When they last copied a code; where they never did, when one was last shown to them. */
export function LastUse({ item: { last_used_at: used, last_shown_at: shown } }: { item: LeaverKey }) {
  if (used !== null) return <Ago time={used} />
  if (shown === null) {
    return (
      <span className="text-text-2">
        <Trans>Never</Trans>
      </span>
    )
  }
  return (
    <span className="text-text-2">
      <Trans>
        Shown <Ago time={shown} />
      </Trans>
    </span>
  )
}

export function Level({ level }: Pick<LeaverKey, 'level'>) {
  const { t } = useLingui()
  if (level === 'owner') return <Badge tone="accent">{t`Owner`}</Badge>
  if (level === 'former') return <Badge>{t`Had it once`}</Badge>
  return <LevelBadge permission={level === 'admin' ? 'admin' : 'view-only'} />
}

/** How they came by the secret. */
export function Had({ had }: Pick<LeaverKey, 'had'>) {
  const { t } = useLingui()
  const words: Record<LeaverKey['had'][number], string> = {
    added: t`Added it`,
    secret: t`Saw the secret`,
    backup_codes: t`Had backup codes`,
    export: t`Exported it`,
  }
  return (
    <span className="inline-flex flex-wrap gap-1">
      {had.map((way) => (
        <Badge key={way} tone="warning">
          {words[way]}
        </Badge>
      ))}
    </span>
  )
}
