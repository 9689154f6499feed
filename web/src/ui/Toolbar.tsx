import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

const steps: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 }

/** A row of buttons that is one stop of Tab; the arrows go from one to the next. */
export function Toolbar({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement>(null)
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])].filter((button) => button.offsetParent !== null)

  function makeCurrent(wanted: HTMLElement | null) {
    const all = buttons()
    const stop = all.find((button) => button === wanted) ?? all.find((button) => button.ariaPressed === 'true') ?? all[0]
    current.current = stop ?? null
    for (const button of all) button.tabIndex = button === stop ? 0 : -1
  }
  // Buttons come and go with what the screen knows.
  useLayoutEffect(() => makeCurrent(current.current))

  function move(event: KeyboardEvent<HTMLDivElement>) {
    // Overlays opened by a button are rendered elsewhere in the page, but React bubbles their keys through here.
    const from = event.target instanceof HTMLElement ? event.target.closest('button') : null
    const step = steps[event.key]
    if (!from || step === undefined || !event.currentTarget.contains(from)) return
    event.preventDefault()
    event.stopPropagation()
    const all = buttons()
    const direction = event.currentTarget.matches(':dir(rtl)') ? -step : step
    all.at((all.indexOf(from) + direction) % all.length)?.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDownCapture={move}
      onFocus={({ target }) => target instanceof HTMLElement && bar.current?.contains(target) && makeCurrent(target)}
    >
      {children}
    </div>
  )
}
