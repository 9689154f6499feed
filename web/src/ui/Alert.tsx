import './alert.css'
import type { ReactNode } from 'react'
import { Icon, type Outline } from './Icon.tsx'
import { meanings } from './meanings.ts'

type AlertProps = {
  type: 'success' | 'error' | 'warning' | 'info'
  /** Replaces the icon of its type. */
  icon?: Outline
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Announces it when it appears. For messages that appear later, not for those there from the start. */
  announce?: boolean
}

/** A message that stays in the page. */
export function Alert({ type, icon, title, children, actions, announce = false }: AlertProps) {
  return (
    <div className="ui-alert" data-type={type} role={announce ? (type === 'error' ? 'alert' : 'status') : undefined}>
      <Icon icon={icon ?? meanings[type]} />
      <div className="ui-alert-text">
        {title && <p className="ui-alert-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className="ui-alert-actions">{actions}</div>}
    </div>
  )
}
