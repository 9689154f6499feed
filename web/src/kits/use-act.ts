import { useLingui } from '@lingui/react/macro'
import { type InvalidateQueryFilters, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiError } from '../lib/api-error.ts'
import { undoAgainDuration } from '../lib/last-undo.ts'
import { toast, type ToastType } from '../ui/toast.ts'
import { showFailure } from './query-client.ts'
import { useIsHere } from './use-is-here.ts'

/** Content of a toast; by default of type success, with the act's usual duration. */
type Said = string | { message: string; type?: ToastType; duration?: number }

export type ActOptions<Answer, Input> = {
  send: (input: Input) => Promise<Answer>
  /** Fallback sentence for a failure; as a function, with the reason; `false` if a form shows it. */
  failed: string | ((reason: string, input: Input) => string) | false
  /**
   * Success message: by default the answer’s own; `false`: none, because the page shows the result; `in place`: none, because the dialog that asked
   * shows the answer, and once that is closed the answer’s own.
   */
  said?: false | 'in place' | ((answer: Answer, input: Input) => Said | false | undefined)
  /** Undo, offered by the success toast and the key Z; none if it cannot be undone. */
  undo?: (answer: Answer, input: Input) => (() => void) | false
  /** It is what an Undo does: offered again after it could not reach the server. */
  isUndo?: (input: Input) => boolean
  /** Shows it before it is answered. What it returns puts that back after a refusal. */
  shows?: (input: Input) => (() => void) | Promise<() => void>
  /** Queries that may have changed. They are also refetched after a refusal, without waiting: somebody else may have been faster. */
  renews: readonly (QueryKey | InvalidateQueryFilters)[]
  /** Ends with the answer, without waiting for refetches. */
  waits?: false
  /** Acts of one name are sent one after the other. */
  scope?: string
  /** Milliseconds for which its toasts stay. */
  duration?: number
  /** Done, before what it renews is there: for what can be had only once. */
  onAnswer?: ((answer: Answer, input: Input) => void) | undefined
  /** Closes the dialog that sent it, before what it renews is there, unless somebody closed it already. */
  closes?: () => void
  /** Refused, and said. It is over once what this returns is. */
  onRefused?: (error: Error, input: Input) => unknown
  /** Done, and what it renews is there. `isAwaited`: nobody closed the dialog that sent it before; otherwise it must not lead to another page. */
  onDone?: (answer: Answer, isAwaited: boolean) => void
  /** Refused, or done and what it renews is there. */
  onEnd?: () => unknown
}

/** One user action: sends it, reports the result, and refetches what it affects. */
export function useAct<Answer, Input = void>(options: ActOptions<Answer, Input>) {
  const { send, failed, said, undo, isUndo, shows, renews, waits, scope, duration } = options
  const { onAnswer, closes, onRefused, onDone, onEnd } = options
  const isHere = useIsHere()
  const isAwaited = useRef(false)
  const { t } = useLingui()
  const client = useQueryClient()
  const undoBy = (onPress: () => void) => ({ label: t`Undo`, onPress, isUndo: true })
  const again = (error: Error & Partial<Pick<ApiError, 'isOutage'>>, input: Input) =>
    isUndo?.(input) &&
    error.isOutage && {
      duration: undoAgainDuration,
      action: undoBy(() => act.mutate(input)),
    }
  const wordsOf = (answer: Answer, input: Input) => {
    if (said === false || (said === 'in place' && isHere())) return undefined
    if (said === 'in place') return { message: messageOf(answer), type: 'info' as const }
    return said ? said(answer, input) : messageOf(answer)
  }
  const act = useMutation({
    mutationFn: send,
    ...(scope !== undefined && { scope: { id: scope } }),
    onMutate: (input) => shows?.(input),
    onSuccess: (answer, input) => {
      const words = wordsOf(answer, input)
      const { message, type = 'success', ...own } = typeof words === 'object' ? words : { message: words }
      const takeBack = undo?.(answer, input)
      if (message) toast[type](message, { duration, ...own, ...(takeBack && { action: undoBy(takeBack) }) })
      isAwaited.current = isHere()
      if (isAwaited.current) closes?.()
      onAnswer?.(answer, input)
    },
    onError: (error, input, putBack) => {
      putBack?.()
      if (failed !== false) {
        showFailure(error, {
          ...(typeof failed === 'string' ? { fallback: failed } : { failure: (reason) => failed(reason, input) }),
          duration,
          ...again(error, input),
        })
      }
      return onRefused?.(error, input)
    },
    onSettled: async (answer, error) => {
      const renewed = Promise.all(renews.map((one) => client.invalidateQueries('length' in one ? { queryKey: one } : one)))
      if (!error && waits !== false) await renewed
      if (answer !== undefined && !error) onDone?.(answer, isAwaited.current)
      await onEnd?.()
    },
  })
  return act
}

/** The server's message. */
export function messageOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined
}
