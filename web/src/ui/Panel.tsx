import './panel.css'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

type PanelProps = {
  title: ReactNode
  actions?: ReactNode
  /** `none` if the content has its own padding, as a table does. */
  padding?: 'normal' | 'none'
  /** Beneath the content, as paging. */
  footer?: ReactNode
  /** The footer stays in sight while the content scrolls. */
  footerStays?: boolean
  className?: string
  children: ReactNode
}

/** A titled part of a screen; a region that screen readers can jump to. */
export function Panel({ title, actions, padding = 'normal', footer, footerStays, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section className={`ui-card ui-panel ${className}`} aria-labelledby={id}>
      <header className="ui-panel-head">
        <h2 id={id}>{title}</h2>
        {actions && <div className="ui-panel-actions">{actions}</div>}
      </header>
      <div className="ui-panel-body" data-padding={padding}>
        {children}
      </div>
      {footer && (
        <footer className="ui-panel-foot" data-stays={footerStays}>
          {footer}
        </footer>
      )}
    </section>
  )
}

/** A bare surface with a frame. */
export function Card({ className = '', ...props }: ComponentPropsWithRef<'div'>) {
  return <div {...props} className={`ui-card p-4 ${className}`} />
}
