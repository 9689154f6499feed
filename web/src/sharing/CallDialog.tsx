import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'

interface CallDialogProps extends Pick<
  ComponentProps<typeof AlertDialog>,
  'title' | 'tone' | 'confirmLabel' | 'pendingLabel' | 'children' | 'onClose'
> {
  /** The call that is asked about; what it answers is said. */
  run: () => Promise<{ message: string }>
  /** What is said when it fails without saying why. */
  failure: string
  /** Loads anew what the call has changed. */
  reload: () => Promise<unknown>
}

/** A question whose answer is one call. */
export function CallDialog({ run, failure, reload, onClose, ...question }: CallDialogProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    meta: { fallback: failure },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
    onError: onClose,
  })
  return <AlertDialog {...question} onClose={onClose} onConfirm={() => mutate()} pending={isPending} />
}
