import { useQuery } from '@tanstack/react-query'
import type { OwnKey } from '@twofold/contract/keys'
import { IssuerTile } from '../../../keys/IssuerTile.tsx'
import { KeySites } from '../../../keys/KeySites.tsx'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { currentUserQuery } from '../../../sessions/current-user.ts'
import { AccessSheet, type AccessView } from '../../../sharing/access/AccessSheet.tsx'
import { shortcutSetting } from '../../../lib/shortcuts.ts'

interface KeyAccessProps {
  item: OwnKey
  view: AccessView
  onClose: () => void
  onRotate: () => void
}

/** People with access to a key, composed with parts of other nouns. */
export function KeyAccess({ item, view, onClose, onRotate }: KeyAccessProps) {
  const { data: user } = useQuery(currentUserQuery)
  return (
    <AccessSheet
      item={item}
      tile={<IssuerTile item={item} size="lg" />}
      more={<KeySites item={item} />}
      owner={user?.name ?? ''}
      view={view}
      hasShortcuts={useLiveValue(shortcutSetting) === 'enabled'}
      onClose={onClose}
      onRotate={onRotate}
    />
  )
}
