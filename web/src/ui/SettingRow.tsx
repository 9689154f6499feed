import './setting-row.css'
import type { ReactNode } from 'react'
import { Icon, type Outline } from './Icon.tsx'

type SettingRowProps = {
  icon: Outline
  title: ReactNode
  /** Beside the title, as a badge. */
  state?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** Opened by an action: below the row and its actions, over their whole width. */
  details?: ReactNode
}

/** Things of one kind, one beneath the other. */
export function SettingList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="ui-settings" aria-label={label}>
      {children}
    </ul>
  )
}

export function SettingRow({ icon, title, state, actions, children, details }: SettingRowProps) {
  return (
    <li className="ui-setting">
      <Icon icon={icon} size={20} className="ui-setting-icon" />
      <div className="ui-setting-text">
        <h3>
          <span>{title}</span> {state}
        </h3>
        {children && <div className="ui-setting-note">{children}</div>}
      </div>
      {actions && <div className="ui-setting-actions">{actions}</div>}
      {details && <div className="ui-setting-details">{details}</div>}
    </li>
  )
}
