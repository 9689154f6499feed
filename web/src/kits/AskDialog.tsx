import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { BlastRadius } from '../ui/BlastRadius.tsx'

type Question<Answer, Input> = Omit<ComponentProps<typeof AlertDialog>, 'isOpen' | 'onConfirm' | 'pending'> & {
  /** What is asked about, of `useAct`. It says by itself how it went. */
  act: {
    isPending: boolean
    mutate: (input: Input, then: { onSuccess: (answer: Answer) => void; onSettled: () => void }) => void
  }
  /** What it touches, counted. */
  touches?: ComponentProps<typeof BlastRadius>['facts']
  /** Somebody typed into the question. */
  isDirty?: boolean
  onDone?: ((answer: Answer) => void) | undefined
}

type AskDialogProps<Answer, Input> = Question<Answer, Input> & ([void] extends [Input] ? { input?: Input } : { input: Input })

/** A question before an act: says what it touches, carries it out, and closes when that is done or refused. */
export function AskDialog<Answer, Input = void>(props: AskDialogProps<Answer, Input>) {
  const {
    act,
    input,
    touches,
    isDirty = false,
    onDone,
    onClose,
    children,
    ...question
  } = props as Question<Answer, Input> & { input: Input }
  const { t } = useLingui()
  useUnsavedChanges(isDirty)
  return (
    <AlertDialog
      {...question}
      onClose={onClose}
      onConfirm={() => act.mutate(input, { onSuccess: (answer) => onDone?.(answer), onSettled: onClose })}
      pending={act.isPending}
    >
      <div className="grid gap-3">
        {children}
        {touches && <BlastRadius label={t`What this touches`} facts={touches} />}
      </div>
    </AlertDialog>
  )
}
