import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { BlastRadius } from '../ui/BlastRadius.tsx'
import { useIsHere } from './use-is-here.ts'

type ConfirmDialogProps = Omit<ComponentProps<typeof AlertDialog>, 'isOpen'> & {
  /** Counts of what it affects. */
  touches?: ComponentProps<typeof BlastRadius>['facts']
  /** The dialog has typed input. */
  isDirty?: boolean
}

/** A question whose answer is carried out where it is asked. */
export function ConfirmDialog({ touches, isDirty = false, children, ...question }: ConfirmDialogProps) {
  const { t } = useLingui()
  useUnsavedChanges(isDirty)
  return (
    <AlertDialog {...question}>
      <div className="grid gap-3">
        {children}
        {touches && <BlastRadius label={t`What this touches`} facts={touches} />}
      </div>
    </AlertDialog>
  )
}

type Question<Answer, Input> = Omit<ConfirmDialogProps, 'onConfirm' | 'pending'> & {
  /** The confirmed act, of `useAct`, which reports its result by itself. */
  act: {
    isPending: boolean
    mutate: (input: Input, then: { onSuccess: (answer: Answer) => void; onError: () => void }) => void
  }
  onDone?: ((answer: Answer) => void) | undefined
  /** The caller shows the answer in place of the question. */
  stays?: boolean
}

type AskDialogProps<Answer, Input> = Question<Answer, Input> & ([void] extends [Input] ? { input?: Input } : { input: Input })

/** A question before an act: says what it touches, carries it out, and closes when that is done or refused. */
export function AskDialog<Answer, Input = void>(props: AskDialogProps<Answer, Input>) {
  const { act, input, onDone, stays = false, onClose, ...question } = props as Question<Answer, Input> & { input: Input }
  const isHere = useIsHere()
  // The act may be the page's, and still be under way for a question that was closed.
  const [isSent, setSent] = useState(false)
  const onSuccess = (answer: Answer) => {
    onDone?.(answer)
    if (!stays && isHere()) onClose()
  }
  const onError = () => {
    if (isHere()) onClose()
  }
  return (
    <ConfirmDialog
      {...question}
      onClose={onClose}
      onConfirm={() => {
        setSent(true)
        act.mutate(input, { onSuccess, onError })
      }}
      pending={isSent && act.isPending}
    />
  )
}
