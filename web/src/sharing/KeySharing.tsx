import type { OwnKey } from '@twofold/contract/keys'
import { useState } from 'react'
import { HandOverDialog } from './HandOverDialog.tsx'
import { PeopleDialog } from './PeopleDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { UsageDialog } from './UsageDialog.tsx'

export type SharingView = 'share' | 'people' | 'usage' | 'hand-over'

interface KeySharingProps {
  item: OwnKey
  /** What to begin with. */
  view: SharingView
  onClose: () => void
}

/** Everything about who has an own key: one dialog at a time, each leading to the others. */
export function KeySharing({ item, view: first, onClose }: KeySharingProps) {
  const [view, setView] = useState(first)
  switch (view) {
    case 'share':
      return <ShareDialog item={item} onClose={onClose} onPeople={() => setView('people')} />
    case 'people':
      return (
        <PeopleDialog
          item={item}
          onClose={onClose}
          onShare={() => setView('share')}
          onUsage={() => setView('usage')}
          onHandOver={() => setView('hand-over')}
        />
      )
    case 'usage':
      return <UsageDialog item={item} onClose={onClose} onPeople={() => setView('people')} />
    case 'hand-over':
      return <HandOverDialog item={item} onClose={onClose} />
  }
}
