import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { Trash2 } from '../ui/icons/Trash2.ts'
import { UserPlus } from '../ui/icons/UserPlus.ts'
import { Users } from '../ui/icons/Users.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { PinButton } from './PinButton.tsx'
import { deleteButtonId, shareButtonId } from './key-buttons.ts'
import { IssuerTile } from './IssuerTile.tsx'
import { KeyMenu } from './KeyMenu.tsx'
import { SelectBox } from './SelectBox.tsx'
import { useIsSelecting } from './selection.ts'
import { type CardProps, CardFrame } from './CardFrame.tsx'

export function OwnKeyCard({ item, onAct, ...parts }: CardProps & { item: OwnKey }) {
  const { t } = useLingui()
  const { id, name } = item
  return (
    <CardFrame
      item={item}
      {...parts}
      mark={<OwnKeyMark item={item} />}
      note={<OwnKeyNote item={item} onPeople={() => onAct('people')} />}
      acts={
        <>
          <PinButton id={id} name={name} isPinned={item.favourite} />
          <IconButton id={shareButtonId(id)} size="sm" icon={UserPlus} label={t`Share ${name}`} onPress={() => onAct('share')} />
          <IconButton id={deleteButtonId(id)} size="sm" icon={Trash2} label={t`Delete ${name}`} onPress={() => onAct('delete')} />
          <KeyMenu name={name} isOwn onAct={onAct} />
        </>
      }
    />
  )
}

/** A component of its own, so that selection mode redraws these rather than the cards. */
function OwnKeyMark({ item }: { item: OwnKey }) {
  return useIsSelecting() ? <SelectBox id={item.id} name={item.name} /> : <IssuerTile item={item} />
}

function OwnKeyNote({ item, onPeople }: { item: OwnKey; onPeople: () => void }) {
  const { i18n } = useLingui()
  if (item.shared_with > 0) {
    return (
      <>
        <Icon icon={Users} />
        <span>
          <TextButton onPress={onPeople}>
            <Plural value={item.shared_with} one="Shared with # person" other="Shared with # people" />
          </TextButton>
        </span>
      </>
    )
  }
  if (item.counter !== null) {
    const { counter } = item
    return (
      <span>
        <Trans>Counter at {counter}</Trans>
      </span>
    )
  }
  if (item.period !== null && item.period !== limits.codeWindowSeconds) {
    const { period } = item
    return (
      <span>
        <Trans>{period}-second key</Trans>
      </span>
    )
  }
  const added = i18n.date(new Date(item.created_at), { dateStyle: 'medium' })
  return (
    <span>
      <Trans>Added {added}</Trans>
    </span>
  )
}
