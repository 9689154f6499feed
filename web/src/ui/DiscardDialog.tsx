import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { AlertContent, describing } from './AlertContent.tsx'
import { Overlay } from './Overlay.tsx'

interface DiscardDialogProps {
  /** A secret or a link that is shown only once would be lost: nobody edited anything. */
  isShownOnce: boolean
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before something half filled is lost, or something that cannot be shown again. */
export function DiscardDialog({ isShownOnce, onKeep, onDiscard }: DiscardDialogProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <Overlay
      role="alertdialog"
      onClose={onKeep}
      describedBy={describing(id, undefined)}
      placeClassName="ui-dialog-place"
      className="ui-dialog"
      size="sm"
    >
      <AlertContent
        id={id}
        title={isShownOnce ? t`Close this?` : t`Discard your changes?`}
        onCancel={onKeep}
        onConfirm={onDiscard}
        cancelLabel={isShownOnce ? t`Keep it open` : t`Keep editing`}
        confirmLabel={isShownOnce ? t`Close` : t`Discard changes`}
      >
        <p>
          {isShownOnce ? (
            <Trans>It is shown only once. Copy it first, if you have not yet.</Trans>
          ) : (
            <Trans>What is here has not been saved yet, and would be lost.</Trans>
          )}
        </p>
      </AlertContent>
    </Overlay>
  )
}
