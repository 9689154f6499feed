import { Trans, useLingui } from '@lingui/react/macro'
import type { GroupKey } from '@twofold/contract/sharing/memberships'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { X } from '../../ui/icons/X.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Tile } from '../../ui/Face.tsx'
import { At } from '../../ui/At.tsx'
import { LevelBadge } from '../../ui/LevelBadge.tsx'
import { Row } from '../../ui/Row.tsx'

interface GroupKeyRowProps {
  item: GroupKey
  onChange: () => void
  onTake: () => void
}

/** A key that a group has, how far and until when. */
export function GroupKeyRow({ item: { name, permission, created_at: since, expires_at: end }, onChange, onTake }: GroupKeyRowProps) {
  const { t, i18n } = useLingui()
  const day = end && i18n.date(new Date(end), { dateStyle: 'medium' })
  return (
    <Row>
      <Tile name={name} />
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} <LevelBadge permission={permission} />
        </p>
        <p className="text-sm text-text-2">
          <Trans>
            Since <At time={since} />
          </Trans>
          {day && (
            <>
              {' · '}
              <Trans>Until {day}</Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex gap-1">
        <IconButton size="sm" icon={Pencil} label={t`Change access to ${name}`} onPress={onChange} />
        <IconButton size="sm" icon={X} label={t`Stop sharing ${name}`} onPress={onTake} />
      </div>
    </Row>
  )
}
