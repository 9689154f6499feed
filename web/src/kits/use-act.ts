import { useLingui } from '@lingui/react/macro'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'

export type ActOptions<Answer, Input> = {
  send: (input: Input) => Promise<Answer>
  /** The sentence for a failure about which the server says nothing better; as a function, the one in which its reason stands; `false` where a form shows it. */
  failed: string | ((reason: string) => string) | false
  /** What is said when it is done: without it the answer’s own message, with `false` nothing, because the page shows it. */
  said?: false | ((answer: Answer, input: Input) => string | false | undefined)
  /** Takes it back, from the toast that says it is done. */
  undo?: (answer: Answer, input: Input) => void
  /** What may be different now. It is fetched again after a refusal too, which waits for nothing: somebody else may have been quicker. */
  renews: readonly QueryKey[]
  /** Milliseconds for which its toasts stay. */
  duration?: number
  /** Done, before what it renews is there: for what can be had only once. */
  onAnswer?: ((answer: Answer) => void) | undefined
  onDone?: (answer: Answer) => void
  /** Refused, or done and what it renews is there. */
  onEnd?: () => void
}

/** One act of a person: sends it, says how it went, and renews what is shown. */
export function useAct<Answer, Input = void>(options: ActOptions<Answer, Input>) {
  const { send, failed, said, undo, renews, onAnswer, onDone, onEnd } = options
  const { t } = useLingui()
  const client = useQueryClient()
  const shown = options.duration === undefined ? {} : { duration: options.duration }
  return useMutation({
    mutationFn: send,
    meta: { ...(typeof failed === 'string' && { fallback: failed }), ...(typeof failed === 'function' && { failure: failed }), ...shown },
    onSuccess: (answer, input) => {
      const message = said === false ? undefined : said ? said(answer, input) : messageOf(answer)
      const action = undo && { label: t`Undo`, onPress: () => undo(answer, input) }
      if (message) toast.success(message, { ...shown, ...(action && { action }) })
      onAnswer?.(answer)
    },
    onSettled: async (answer, error) => {
      const renewed = Promise.all(renews.map((queryKey) => client.invalidateQueries({ queryKey })))
      if (!error) await renewed
      if (answer !== undefined && !error) onDone?.(answer)
      onEnd?.()
    },
  })
}

/** What the server says of it. */
export function messageOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined
}
