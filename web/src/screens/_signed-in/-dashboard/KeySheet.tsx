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
      scrimClassName="ui-scrim items-end justify-items-center px-0 pt-10 pb-0"
      placeClassName="max-h-full w-[min(32rem,100%)] overflow-y-auto rounded-t-xl bg-raised shadow-3 data-entering:animate-[ui-rise_var(--t-med)_var(--ease)]"
      className="outline-none"
    >
      <div className="flex justify-end px-2 pt-2">
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
