import { useLingui } from '@lingui/react/macro'
import type { SharedKey } from '@twofold/contract/keys'
import { LogOut } from '../ui/icons/LogOut.ts'
import { IconButton } from '../ui/Button.tsx'
import { Face } from '../ui/Face.tsx'
import { LevelBadge } from '../ui/LevelBadge.tsx'
import { PinButton } from './PinButton.tsx'
import { IssuerTile } from './IssuerTile.tsx'
import { KeyMenu } from './KeyMenu.tsx'
import { SharedBy } from './SharedBy.tsx'
import { type CardProps, CardFrame } from './CardFrame.tsx'

export function SharedKeyCard({ item, onAct, ...parts }: CardProps & { item: SharedKey }) {
  const { t } = useLingui()
  const person = item.shared_by.name.trim() || t`Unknown`
  return (
    <CardFrame
      item={item}
      {...parts}
      mark={<IssuerTile item={item} />}
      badge={<LevelBadge permission={item.permission} />}
      note={
        <>
          <Face name={person} size="sm" />
          <span>
            <SharedBy item={item} />
          </span>
        </>
      }
      acts={
        <>
          <PinButton id={item.id} name={item.name} isPinned={item.favourite} />
          <IconButton size="sm" icon={LogOut} label={t`Leave ${item.name}`} onPress={() => onAct('leave')} />
          {item.permission === 'admin' && <KeyMenu name={item.name} isOwn={false} onAct={onAct} />}
        </>
      }
    />
  )
}
