import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type DoneDialogProps = Omit<ComponentProps<typeof Dialog>, 'onSubmit' | 'footer' | 'pending'> & { doneLabel?: ReactNode }

/** Shows something, often in the one moment in which it can be seen. Its one button closes it, and so does Enter. */
export function DoneDialog({ doneLabel, ...dialog }: DoneDialogProps) {
  return (
    <Dialog
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        dialog.onClose()
      }}
      footer={
        <Button type="submit" variant="primary">
          {doneLabel ?? <Trans>Done</Trans>}
        </Button>
      }
    />
  )
}
