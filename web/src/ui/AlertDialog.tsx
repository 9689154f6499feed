import { useId } from 'react'
import { AlertContent, type AlertContentProps, describing } from './AlertContent.tsx'
import { DialogFrame, useClosing } from './DialogFrame.tsx'

type AlertDialogProps = AlertContentProps & { isOpen?: boolean; onClose: () => void }

/** Asks before something that cannot be undone. Esc, Back, Cancel and the answer close it; a press outside does not. */
export function AlertDialog({ isOpen = true, onClose, ...content }: AlertDialogProps) {
  const id = useId()
  return (
    <DialogFrame
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      pending={content.pending ?? false}
      size="sm"
      describedBy={describing(id, content.subtitle)}
    >
      <Content {...content} id={id} />
    </DialogFrame>
  )
}

function Content(props: AlertContentProps & { id: string }) {
  return <AlertContent {...props} onCancel={useClosing()} />
}
