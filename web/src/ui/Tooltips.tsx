import './tooltip.css'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

const HOVER_DELAY = 500
const LEAVE_DELAY = 120
const GAP = 6

/**
 * The tooltips of everything with `data-tooltip`: on hover after a moment, on keyboard focus at once, away with Esc.
 * One for the whole page, so that a thousand buttons cost nothing. To screen readers the button itself says the text, as its name or description.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>()
  const bubble = useRef<HTMLDivElement>(null)
  const text = useTextOf(target)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (to: HTMLElement | undefined, delay = 0) => {
      clearTimeout(timer)
      timer = setTimeout(() => setTarget(to), delay)
    }
    const onOver = ({ target: over, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(over instanceof Element)) return
      if (bubble.current?.contains(over)) return clearTimeout(timer)
      const found = owner(over)
      if (found) change(found, HOVER_DELAY)
      else change(undefined, LEAVE_DELAY)
    }
    const onFocus = ({ target: focused }: FocusEvent) => {
      const found = focused instanceof Element && focused.matches(':focus-visible') ? owner(focused) : undefined
      change(found)
    }
    const hide = () => change(undefined)
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    document.addEventListener('pointerover', onOver, options)
    document.addEventListener('focusin', onFocus, options)
    for (const event of ['focusout', 'pointerdown', 'keydown']) document.addEventListener(event, hide, options)
    // A pending tooltip is positioned when it opens.
    document.addEventListener('scroll', () => setTarget(undefined), options)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  // Above its button, or below where there is no room above; never over the edge of the window.
  useLayoutEffect(() => {
    if (!target || !bubble.current) return
    const around = target.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height, style } = bubble.current
    const left = around.left + (around.width - width) / 2
    const above = around.top - height - GAP
    style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`
    style.top = `${above >= GAP ? above : around.bottom + GAP}px`
  }, [target, text])

  if (!text) return null
  return createPortal(
    <div ref={bubble} className="ui-tooltip" aria-hidden="true">
      {text}
    </div>,
    document.body,
  )
}

/** The text of the button as it is now: a reason why it can't be pressed goes away while the pointer rests on it. */
function useTextOf(target: HTMLElement | undefined): string | undefined {
  const watch = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange)
      if (target) observer.observe(target, { attributeFilter: ['data-tooltip'] })
      return () => observer.disconnect()
    },
    [target],
  )
  return useSyncExternalStore(watch, () => (target?.isConnected ? target.dataset['tooltip'] : undefined))
}

function owner(element: Element) {
  return element.closest<HTMLElement>('[data-tooltip]') ?? undefined
}
