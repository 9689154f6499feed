import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { AlertContent, describing } from './AlertContent.tsx'
import { Overlay } from './Overlay.tsx'

/** `once`: a secret or a link that is shown only once would be lost, and nobody edited anything. `sending`: it is on its way to the server. */
export type DiscardReason = 'typed' | 'once' | 'sending'

interface DiscardDialogProps {
  about: DiscardReason
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before something half filled is lost, or something that cannot be shown again, or before the answer to what was sent is. */
export function DiscardDialog({ about, onKeep, onDiscard }: DiscardDialogProps) {
  const { t } = useLingui()
  const words = {
    typed: {
      title: t`Discard your changes?`,
      text: t`What is here has not been saved yet, and would be lost.`,
      keep: t`Keep editing`,
      discard: t`Discard changes`,
    },
    once: {
      title: t`Close this?`,
      text: t`It is shown only once. Copy it first, if you have not yet.`,
      keep: t`Keep it open`,
      discard: t`Close`,
    },
    sending: {
      title: t`Close without waiting?`,
      text: t`It has been sent, and closing does not stop it. A message will say how it ended. If it fails, you have to enter it again.`,
      keep: t`Keep waiting`,
      discard: t`Close`,
    },
  }[about]
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
        title={words.title}
        onCancel={onKeep}
        onConfirm={onDiscard}
        cancelLabel={words.keep}
        confirmLabel={words.discard}
      >
        <p>{words.text}</p>
      </AlertContent>
    </Overlay>
  )
}
