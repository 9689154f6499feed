import './state.css'
import { useLingui } from '@lingui/react/macro'
import { CloudOff } from './icons/CloudOff.ts'
import { RotateCw } from './icons/RotateCw.ts'
import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Icon, type Outline } from './Icon.tsx'

type EmptyStateProps = { icon: Outline; title: ReactNode; titleId?: string; children?: ReactNode; action?: ReactNode; level?: 2 | 3 }

/** Says what would be here, and how to get there. */
export function EmptyState({ icon, title, titleId, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="ui-state">
      <Icon icon={icon} size={32} className="ui-state-icon" />
      <Heading id={titleId}>{title}</Heading>
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

/** Reports a failure and offers a retry, whose name says of what: several parts of a page may have failed. */
export function ErrorState({ title, children, onRetry, retrying = false, action, level = 2 }: ErrorStateProps) {
  const { t } = useLingui()
  const [id, titleId] = [useId(), useId()]
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title}
        titleId={titleId}
        level={level}
        action={
          <>
            {action}
            <Button
              id={id}
              aria-labelledby={`${id} ${titleId}`}
              icon={RotateCw}
              onPress={onRetry}
              pending={retrying}
              pendingLabel={t`Retrying...`}
            >
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
