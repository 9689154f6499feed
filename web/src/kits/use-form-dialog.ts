import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type ActOptions, messageOf } from './use-act.ts'
import { useIsHere } from './use-is-here.ts'
import { type SentFormOptions, useSentForm } from './use-sent-form.ts'

type FormDialogOptions<Values extends FieldValues, Answer> = Omit<
  SentFormOptions<Values, Answer>,
  'onSubmit' | 'said' | 'onAnswer' | 'closes' | 'onRefused' | 'onDone' | 'leaves' | 'stored'
> & {
  said?: Exclude<ActOptions<Answer, Values>['said'], 'in place'>
  /** Labels of fields that seem to hold a secret: asks before it is stored as a name. */
  secretsIn?: (values: Values) => readonly string[]
  /** Asks for confirmation before sending: the dialog has `confirm`. */
  isAsked?: boolean
  /** Nothing is to be sent then: the dialog closes. */
  isUnchanged?: (values: Values) => boolean
  /** Whether the dialog stays open to show the answer: a secret to copy, or another server's error. */
  stays?: (answer: Answer) => boolean
  onStay?: (answer: Answer) => void
  onDone?: ActOptions<Answer, Values>['onDone']
  onClose: () => void
}

/**
 * The form of a `FormDialog`: a `useSentForm` whose failure is shown above the fields. Closing asks first if there are unsaved changes. On success it
 * reports and closes at once, while queries are refetched. An answer that comes after somebody closed it is reported by a toast.
 */
export function useFormDialog<Values extends FieldValues, Answer>(options: FormDialogOptions<Values, Answer>) {
  const { secretsIn, isAsked, isUnchanged, said, stays, onStay, onDone, onClose, ...sent } = options
  const isHere = useIsHere()
  const [kept, setKept] = useState<Answer>()
  const [asked, setAsked] = useState<{ names: readonly string[]; input: Values }>()
  const { send, ...form } = useSentForm<Values, Answer>({
    ...sent,
    said(answer, input) {
      const isShown = stays?.(answer) ?? false
      if (isShown && isHere()) return undefined
      const words = said === undefined ? messageOf(answer) : said && said(answer, input)
      return isShown && typeof words === 'string' ? { message: words, type: 'info' } : words
    },
    onSubmit(input, go) {
      const names = secretsIn?.(input) ?? []
      if (isUnchanged?.(input)) return onClose()
      if (isAsked || names.length > 0) return setAsked({ names, input })
      setKept(undefined)
      go(input)
    },
    onAnswer(answer, input) {
      if (stays?.(answer)) {
        // Already saved values are not unsaved changes.
        form.reset(input)
        setKept(answer)
        return onStay?.(answer)
      }
      const isAwaited = isHere()
      if (isAwaited) onClose()
      onDone?.(answer, isAwaited)
    },
  })
  const answers = (input: Values) => ({
    onClose: () => setAsked(undefined),
    onConfirm: () => {
      setAsked(undefined)
      setKept(undefined)
      send(input)
    },
  })
  return {
    ...form,
    /** The answer with which it stayed open. */
    answer: kept,
    /** About what looks like a secret. */
    question: asked && !isAsked ? { fields: asked.names, ...answers(asked.input) } : undefined,
    confirmation: asked && isAsked ? answers(asked.input) : undefined,
    onClose,
  }
}
