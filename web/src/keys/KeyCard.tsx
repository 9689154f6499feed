import './keys.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { Trash2, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Face, Tile } from '../ui/Face.tsx'
import { Icon } from '../ui/Icon.tsx'

interface CardProps {
  /** The live code. */
  code: ReactNode
  /** The own countdown of a key that has one. */
  ring: ReactNode
}

/** Names the delete button of a key, so that the focus finds it again. */
export const deleteButtonId = (keyId: string) => `delete-${keyId}`

export function OwnKeyCard({ item, onDelete, ...parts }: CardProps & { item: OwnKey; onDelete: () => void }) {
  const { t } = useLingui()
  return (
    <CardFrame
      item={item}
      {...parts}
      foot={
        <>
          <OwnKeyNote item={item} />
          <IconButton id={deleteButtonId(item.id)} size="sm" icon={Trash2} label={t`Delete ${item.name}`} onPress={onDelete} />
        </>
      }
    />
  )
}

export function SharedKeyCard({ item, ...parts }: CardProps & { item: SharedKey }) {
  const { t, i18n } = useLingui()
  const sharer = item.shared_by.name.trim() || t`Unknown`
  const until = item.expires_at && i18n.date(new Date(item.expires_at), { dateStyle: 'medium' })
  return (
    <CardFrame
      item={item}
      {...parts}
      badge={
        item.permission === 'admin' ? (
          <Badge tone="share-admin">
            <Trans>Admin</Trans>
          </Badge>
        ) : (
          <Badge tone="share-view">
            <Trans>View Only</Trans>
          </Badge>
        )
      }
      foot={
        <>
          <Face name={sharer} size="sm" />
          <span>
            {until ? (
              <Trans>
                Shared by {sharer}, until {until}
              </Trans>
            ) : (
              <Trans>Shared by {sharer}</Trans>
            )}
          </span>
        </>
      }
    />
  )
}

function CardFrame({ item, code, ring, badge, foot }: CardProps & { item: OwnKey | SharedKey; badge?: ReactNode; foot: ReactNode }) {
  const titleId = useId()
  return (
    <article className="key-card" aria-labelledby={titleId}>
      <header className="key-head">
        <Tile name={item.name} />
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
      {code}
      <footer className="key-foot">{foot}</footer>
    </article>
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

function OwnKeyNote({ item }: { item: OwnKey }) {
  const { i18n } = useLingui()
  if (item.shared_with > 0) {
    return (
      <>
        <Icon icon={Users} />
        <span>
          <Plural value={item.shared_with} one="Shared with # person" other="Shared with # people" />
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
