import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type DoneDialogProps = Omit<ComponentProps<typeof Dialog>, 'onSubmit' | 'footer' | 'pending'> & { doneLabel?: ReactNode }

/** Shows something, often in the one moment in which it can be seen. Its one button closes it, and so does Enter. */
export const DoneDialog = ({ doneLabel, ...dialog }: DoneDialogProps) => <Dialog {...dialog} {...doneWith(dialog.onClose, doneLabel)} />

/** The one button of a dialog that only has to be closed. For a dialog that was a form before: as another component it would open again. */
export const doneWith = (
  onClose: () => void,
  label: ReactNode = <Trans>Done</Trans>,
): Pick<ComponentProps<typeof Dialog>, 'onSubmit' | 'footer'> => ({
  onSubmit(event) {
    event.preventDefault()
    onClose()
  },
  footer: (
    <Button type="submit" variant="primary">
      {label}
    </Button>
  ),
})
