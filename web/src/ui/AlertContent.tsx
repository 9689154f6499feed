import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from './Button.tsx'

export interface AlertContentProps {
  /** Names the target: 'Delete Code host?'. */
  title: ReactNode
  subtitle?: ReactNode
  confirmLabel: ReactNode
  onConfirm: () => void
  pendingLabel?: ReactNode
  cancelLabel?: ReactNode
  pending?: boolean
  disabledReason?: string | undefined
  /** `primary` for a question that destroys nothing. */
  tone?: 'danger' | 'primary'
  children?: ReactNode
}

/** Ids of the elements that describe an `AlertContent`. */
export const describing = (id: string, subtitle: ReactNode) => (subtitle ? `${id}-subtitle ${id}-body` : `${id}-body`)

/** Content of a confirmation. The focus is on Cancel. */
export function AlertContent(props: AlertContentProps & { id: string; onCancel: () => void }) {
  const { t } = useLingui()
  const { id, pending = false, subtitle } = props
  return (
    <>
      <header className="ui-dialog-head">
        <div>
          <Heading slot="title" level={2}>
            {props.title}
          </Heading>
          {subtitle && <p id={`${id}-subtitle`}>{subtitle}</p>}
        </div>
      </header>
      <div className="ui-dialog-body" id={`${id}-body`}>
        {props.children}
      </div>
      <footer className="ui-dialog-foot">
        <Button autoFocus onPress={props.onCancel}>
          {props.cancelLabel ?? t`Cancel`}
        </Button>
        <Button
          variant={props.tone ?? 'danger'}
          onPress={props.onConfirm}
          pending={pending}
          pendingLabel={props.pendingLabel}
          disabledReason={props.disabledReason}
        >
          {props.confirmLabel}
        </Button>
      </footer>
    </>
  )
}
