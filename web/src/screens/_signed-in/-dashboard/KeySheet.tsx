import { useLingui } from '@lingui/react/macro'
import { X } from '../../../ui/icons/X.ts'
import type { KeyAct } from '../../../keys/KeyMenu.tsx'
import type { AnyKey } from '../../../keys/vault-sections.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Overlay } from '../../../ui/Overlay.tsx'
import { KeyPanel } from './KeyPanel.tsx'

/** The panel of a key where there is no room for it beside the list. */
export function KeySheet({ item, onAct, onClose }: { item: AnyKey; onAct: (act: KeyAct) => void; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Overlay
      onClose={onClose}
      dismissable
      label={item.name}
      scrimClassName="ui-scrim key-sheet-scrim"
      placeClassName="key-sheet-place"
      className="key-sheet-dialog"
    >
      <div className="key-sheet-close">
        <IconButton icon={X} label={t`Close`} onPress={onClose} />
      </div>
      <KeyPanel
        item={item}
        onAct={(act) => {
          onClose()
          onAct(act)
        }}
      />
    </Overlay>
  )
}
