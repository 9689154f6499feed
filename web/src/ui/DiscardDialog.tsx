import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { AlertContent, describing } from './AlertContent.tsx'
import { Overlay } from './Overlay.tsx'

/** Asks before something half filled is lost. */
export function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
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
        title={t`Discard your changes?`}
        onCancel={onKeep}
        onConfirm={onDiscard}
        cancelLabel={t`Keep editing`}
        confirmLabel={t`Discard changes`}
      >
        <p>
          <Trans>What is here has not been saved yet, and would be lost.</Trans>
        </p>
      </AlertContent>
    </Overlay>
  )
}
