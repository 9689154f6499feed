import { useLingui } from '@lingui/react/macro'
import { type InvalidateQueryFilters, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, type ToastType } from '../ui/toast.ts'
import { showFailure } from './query-client.ts'

/** What a toast says; without a type that it is done, without a duration for as long as the others of the act. */
type Said = string | { message: string; type?: ToastType; duration?: number }

export type ActOptions<Answer, Input> = {
  send: (input: Input) => Promise<Answer>
  /** The sentence for a failure about which the server says nothing better; as a function, the one in which its reason stands; `false` where a form shows it. */
  failed: string | ((reason: string, input: Input) => string) | false
  /** What is said when it is done: without it the answer’s own message, with `false` nothing, because the page shows it. */
  said?: false | ((answer: Answer, input: Input) => Said | false | undefined)
  /** What takes it back, for the toast that says it is done; nothing where there is nothing to take back. */
  undo?: (answer: Answer, input: Input) => (() => void) | false
  /** Shows it before it is answered. What it returns puts that back after a refusal. */
  shows?: (input: Input) => (() => void) | Promise<() => void>
  /** What may be different now. It is fetched again after a refusal too, which waits for nothing: somebody else may have been quicker. */
  renews: readonly (QueryKey | InvalidateQueryFilters)[]
  /** It is over as soon as it is answered: what it renews comes when it comes. */
  waits?: false
  /** Acts of one name are sent one after the other. */
  scope?: string
  /** What it sends or gets is forgotten with whoever shows it. */
  isSecret?: true
  /** Milliseconds for which its toasts stay. */
  duration?: number
  /** Done, before what it renews is there: for what can be had only once. */
  onAnswer?: ((answer: Answer, input: Input) => void) | undefined
  /** Refused, and said. It is over once what this returns is. */
  onRefused?: (error: Error, input: Input) => unknown
  onDone?: (answer: Answer) => void
  /** Refused, or done and what it renews is there. */
  onEnd?: () => unknown
}

/** One act of a person: sends it, says how it went, and renews what is shown. */
export function useAct<Answer, Input = void>(options: ActOptions<Answer, Input>) {
  const { send, failed, said, undo, shows, renews, waits, scope, isSecret, duration, onAnswer, onRefused, onDone, onEnd } = options
  const { t } = useLingui()
  const client = useQueryClient()
  const shown = duration === undefined ? {} : { duration }
  return useMutation({
    mutationFn: send,
    ...(scope !== undefined && { scope: { id: scope } }),
    ...(isSecret && { gcTime: 0 }),
    onMutate: (input) => shows?.(input),
    onSuccess: (answer, input) => {
      const words = said === false ? undefined : said ? said(answer, input) : messageOf(answer)
      const { message, type = 'success', ...own } = typeof words === 'object' ? words : { message: words }
      const takeBack = undo?.(answer, input)
      if (message) toast[type](message, { ...shown, ...own, ...(takeBack && { action: { label: t`Undo`, onPress: takeBack } }) })
      onAnswer?.(answer, input)
    },
    onError: (error, input, putBack) => {
      putBack?.()
      if (failed !== false) {
        showFailure(error, {
          ...(typeof failed === 'string' ? { fallback: failed } : { failure: (reason) => failed(reason, input) }),
          ...shown,
        })
      }
      return onRefused?.(error, input)
    },
    onSettled: async (answer, error) => {
      const renewed = Promise.all(renews.map((one) => client.invalidateQueries('length' in one ? { queryKey: one } : one)))
      if (!error && waits !== false) await renewed
      if (answer !== undefined && !error) onDone?.(answer)
      await onEnd?.()
    },
  })
}

/** What the server says of it. */
export function messageOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined
}
