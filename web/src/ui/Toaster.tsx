import './toast.css'
import { useLingui } from '@lingui/react/macro'
import { X } from './icons/X.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { meanings } from './meanings.ts'
import { openDialogs } from './open-dialogs.ts'
import { toast, type ToastEntry, toasts } from './toast.ts'

/**
 * Container of toasts. Mounted once and from the start, because screen readers announce only additions to a region that they already know: errors
 * interrupt (`alert`), everything else waits its turn (`status`).
 */
export function Toaster() {
  const { t } = useLingui()
  const entries = useSyncExternalStore(toasts.subscribe, toasts.list)
  const { held, region, handlers } = useHold(entries)
  const isOverDialog = useSyncExternalStore(openDialogs.subscribe, hasOpenDialog)
  const list = (shown: readonly ToastEntry[]) => shown.map((entry) => <Toast key={entry.id} entry={entry} held={held} />)
  return (
    <section
      ref={region}
      className="ui-toasts"
      aria-label={t`Messages`}
      // An open dialog hides the rest of the page from assistive technology and closes on presses outside; not so for these.
      data-react-aria-top-layer="true"
      data-over-dialog={isOverDialog || undefined}
      {...handlers}
    >
      <div role="status" aria-atomic="false">
        {list(entries.filter(({ type }) => type !== 'error'))}
      </div>
      <div role="alert" aria-atomic="false">
        {list(entries.filter(({ type }) => type === 'error'))}
      </div>
    </section>
  )
}

const hasOpenDialog = () => openDialogs.get().length > 0

function Toast({ entry, held }: { entry: ToastEntry; held: boolean }) {
  const { t } = useLingui()
  const left = useRef(entry.duration)
  useEffect(() => {
    if (held || !Number.isFinite(left.current)) return
    const since = performance.now()
    const timer = setTimeout(() => toast.dismiss(entry.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [held, entry.id])
  return (
    <div className="ui-toast" data-type={entry.type} aria-atomic="true">
      <Icon icon={meanings[entry.type]} />
      <span>{entry.message}</span>
      {entry.action && (
        <Button
          size="sm"
          onPress={() => {
            toast.dismiss(entry.id)
            entry.action?.onPress()
          }}
        >
          {entry.action.label}
        </Button>
      )}
      <IconButton size="sm" icon={X} label={t`Close`} onPress={() => toast.dismiss(entry.id)} />
    </div>
  )
}

/** While a toast is hovered or focused, all of them are paused; when the focused one closes, the focus returns to its origin. */
function useHold(entries: readonly ToastEntry[]) {
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(undefined)
  const [held, setHeld] = useState(false)

  // An element that disappears says neither that the pointer left nor that the focus did.
  useEffect(() => {
    const focusIsInside = region.current?.contains(document.activeElement) ?? false
    if (!focusIsInside && document.activeElement === document.body) cameFrom.current?.focus()
    if (!focusIsInside) cameFrom.current = undefined
    setHeld((was) => was && (focusIsInside || (region.current?.matches(':hover') ?? false)))
  }, [entries])

  const handlers: React.DOMAttributes<HTMLElement> = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: (event) => {
      setHeld(true)
      const from = event.relatedTarget
      if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from
    },
    onBlur: (event) => setHeld(event.currentTarget.contains(event.relatedTarget)),
  }
  return { held, region, handlers }
}
