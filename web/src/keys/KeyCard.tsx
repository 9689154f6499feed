import './keys.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { LogOut, Trash2, UserPlus, Users } from '../ui/icons.generated.ts'
import { type ReactNode, useId } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Face } from '../ui/Face.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LevelBadge } from '../ui/LevelBadge.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { PinButton } from './PinButton.tsx'
import { deleteButtonId, shareButtonId } from './key-buttons.ts'
import { IssuerTile } from './IssuerTile.tsx'
import { type KeyAct, KeyMenu } from './KeyMenu.tsx'
import { SelectBox } from './SelectBox.tsx'
import { useIsSelecting } from './selection.ts'
import { SharedBy } from './SharedBy.tsx'

interface CardProps {
  /** The live code. */
  code: ReactNode
  /** The own countdown of a key that has one. */
  ring: ReactNode
  onAct: (act: KeyAct) => void
}

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

/** By itself, so that beginning to choose redraws these and not the cards around them. */
function OwnKeyMark({ item }: { item: OwnKey }) {
  return useIsSelecting() ? <SelectBox id={item.id} name={item.name} /> : <IssuerTile item={item} />
}

interface CardFrameProps extends Omit<CardProps, 'onAct'> {
  item: OwnKey | SharedKey
  /** Before the name. */
  mark: ReactNode
  badge?: ReactNode
  note: ReactNode
  acts: ReactNode
}

function CardFrame({ item, code, ring, mark, badge, note, acts }: CardFrameProps) {
  const titleId = useId()
  return (
    <article className="key-card" aria-labelledby={titleId}>
      <header className="key-head">
        {mark}
        <div className="min-w-0">
          <h3 id={titleId} title={item.name}>
            {item.name}
          </h3>
          <p>
            <KeyDetail item={item} />
          </p>
        </div>
        <div className="key-marks">
          {badge}
          {ring}
        </div>
      </header>
      <div className="grid content-start gap-3">
        {code}
        {item.tags.length > 0 && <Tags tags={item.tags} />}
      </div>
      <footer className="key-foot">
        <div className="key-note">{note}</div>
        <div className="key-acts">{acts}</div>
      </footer>
    </article>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul className="key-tags" aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** Which account it is for; without one, of what kind it is. */
function KeyDetail({ item }: { item: OwnKey | SharedKey }) {
  const issuer = item.issuer === item.name ? null : item.issuer
  const names = [issuer, item.account].filter(Boolean).join(' · ')
  if (names) return names
  if (item.type === 'hotp') return <Trans>Counter-based</Trans>
  return item.type === 'steam' ? <Trans>Steam Guard</Trans> : <Trans>Time-based</Trans>
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
