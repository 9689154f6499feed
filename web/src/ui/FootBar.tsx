import './foot-bar.css'
import { type ReactNode, useLayoutEffect } from 'react'

interface FootBarProps {
  /** Names it as a region of the page. */
  label?: string
  /** There is nothing to do at the moment. */
  isQuiet?: boolean
  children: ReactNode
}

/** Stays at the foot of the window: the state of what stands above it, and what can be done about that. */
export function FootBar({ label, isQuiet = false, children }: FootBarProps) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['footBar'] = ''
    return () => void delete dataset['footBar']
  }, [])
  return (
    <section className="ui-foot-bar" aria-label={label} data-quiet={isQuiet || undefined}>
      {children}
    </section>
  )
}
