import './state.css'
import { useLingui } from '@lingui/react/macro'
import { CloudOff } from './icons/CloudOff.ts'
import { RotateCw } from './icons/RotateCw.ts'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon, type Outline } from './Icon.tsx'

type EmptyStateProps = { icon: Outline; title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 2 | 3 }

/** Says what would be here, and how to get there. */
export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="ui-state">
      <Icon icon={icon} size={32} className="ui-state-icon" />
      <Heading>{title}</Heading>
      {children && <div className="ui-state-text">{children}</div>}
      {action && <div className="ui-state-action">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title: ReactNode
  children?: ReactNode
  onRetry: () => void
  retrying?: boolean
  /** Another way onward, before the retry. */
  action?: ReactNode
  level?: 2 | 3
}

/** Reports a failure and offers a retry. */
export function ErrorState({ title, children, onRetry, retrying = false, action, level = 2 }: ErrorStateProps) {
  const { t } = useLingui()
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title}
        level={level}
        action={
          <>
            {action}
            <Button icon={RotateCw} onPress={onRetry} pending={retrying} pendingLabel={t`Retrying...`}>
              {t`Retry`}
            </Button>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
