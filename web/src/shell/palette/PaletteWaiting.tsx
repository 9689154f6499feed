import { useLingui } from '@lingui/react/macro'
import { Search } from '../../ui/icons/Search.ts'
import { useLayoutEffect, useRef } from 'react'
import { focusPaths } from '../../ui/focus-paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'
import { paletteLooks } from './palette-looks.ts'

type PaletteWaitingProps = { label: string; typed: string; onType: (typed: string) => void; onClose: () => void }

/** Placeholder while the palette loads: looks like it, and keeps the typed text. */
export function PaletteWaiting({ label, typed, onType, onClose }: PaletteWaitingProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  useOpenDialog({ isOpen: true, onClose })
  return (
    <div className={paletteLooks.scrim} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div ref={noteOrigin} className={paletteLooks.place} role="dialog" aria-modal="true" aria-label={label}>
        <div className={paletteLooks.field}>
          <Icon icon={Search} />
          <input
            ref={input}
            type="search"
            className={paletteLooks.input}
            aria-label={t`Search`}
            placeholder={t`Where to?`}
            value={typed}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
              // There is nowhere else to go to yet.
              if (event.key === 'Tab') event.preventDefault()
            }}
          />
        </div>
      </div>
    </div>
  )
}

/** Comes before the field takes the focus: the palette that replaces this one returns it to where it was. */
function noteOrigin(dialog: Element | null) {
  if (dialog && document.activeElement instanceof HTMLElement) focusPaths.set(dialog, [document.activeElement])
}
