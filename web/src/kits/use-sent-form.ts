import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { type ActOptions, useAct } from './use-act.ts'
import { showFailure } from './query-client.ts'
import { useIsHere } from './use-is-here.ts'
import { useLanguageChange } from './use-language-change.ts'
import { useRefusal } from './use-refusal.ts'
import { type TypedFormOptions, useTypedForm } from './use-typed-form.ts'

export type SentFormOptions<Values extends FieldValues, Answer> = Omit<TypedFormOptions<Values>, 'onSubmit'> &
  Pick<ActOptions<Answer, Values>, 'send' | 'said' | 'renews' | 'waits' | 'duration' | 'onAnswer' | 'closes' | 'onRefused' | 'onDone'> & {
    /** Replaces sending, if something comes first. */
    onSubmit?: (values: Values, send: (values: Values) => void) => void
    /** Fallback sentence for a failure; as a function, with the reason. */
    failed: string | ((reason: string) => string)
    /** Refusals, by their codes, that say what is wrong with a field. */
    about?: Readonly<Record<string, Path<Values>>>
    /** The form's field for one of the call; undefined if it has none. By default they have the same names. */
    fieldOf?: (field: string) => Path<Values> | undefined
    /** The failure of a long form says so where all complaints stand beneath their fields. */
    pointsAbove?: true
    /** Failures are reported by a toast. */
    isToasted?: true
    /** Values after success: those sent, or the initial ones. */
    leaves?: 'sent' | 'nothing'
  }

/**
 * A form that is sent, in a dialog or on a page. The server's complaints are shown beneath their fields, and the first of these gets the focus; the
 * form shows every other failure. Leaving asks first if there are unsaved changes.
 */
export function useSentForm<Values extends FieldValues, Answer>(options: SentFormOptions<Values, Answer>) {
  const { values, stored, mode, rules, isFleeting, onSubmit, onInvalid, ...more } = options
  const { failed, about, fieldOf, pointsAbove, isToasted, leaves, onAnswer, onRefused, ...sent } = more
  const { t } = useLingui()
  const form = useTypedForm<Values>({
    values,
    ...(stored && { stored }),
    ...(mode && { mode }),
    ...(rules && { rules }),
    ...(isFleeting && { isFleeting }),
    ...(onInvalid && { onInvalid }),
    onSubmit: (input) => {
      if (isPending) return
      if (onSubmit) onSubmit(input, send)
      else send(input)
    },
  })
  // A second submit may come before the next render, which is when `isPending` changes.
  const isUnderWay = useRef(false)
  const isHere = useIsHere()
  const act = useAct<Answer, Values>({
    ...sent,
    send: async (input) => {
      try {
        return await sent.send(input)
      } finally {
        isUnderWay.current = false
      }
    },
    failed: isToasted ? failed : false,
    onAnswer: (answer, input) => {
      if (leaves) form.restart(leaves === 'sent' ? input : undefined)
      onAnswer?.(answer, input)
    },
    onRefused(error, input) {
      // The form that would show it was closed.
      if (!isToasted && !isHere()) showFailure(error, typeof failed === 'string' ? { fallback: failed } : { failure: failed })
      return onRefused?.(error, input)
    },
  })
  const { error, isPending } = act
  useLanguageChange(() => error && act.reset())
  const { hasPlace, rest } = useRefusal(form, error, { about, fieldOf })
  const isAnswered = error instanceof ApiError && (error.code === 'pin.required' || error.code === 'requests.waiting')
  const send = (input: Values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    act.mutate(input)
  }
  const failure = () => {
    if (!error || isAnswered || isToasted) return undefined
    if (hasPlace) return pointsAbove && t`Please fix the errors above`
    return typeof failed === 'string' ? (rest ?? failureMessage(error, failed)) : failed(rest ?? failureMessage(error, error.message))
  }
  return {
    ...form,
    isPending,
    /** The last answer, until it is sent again. */
    answer: act.data,
    refusal: error instanceof ApiError ? error : undefined,
    failure: failure(),
    send,
    /** Forgets the last answer or refusal; complaints beneath fields stay. */
    forget: act.reset,
    /** Takes back what was typed, and what was said about it. */
    discard() {
      act.reset()
      form.restart()
    },
  }
}
