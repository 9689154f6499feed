import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { factorsQuery } from './factors.ts'

interface Change<Input, Answer> {
  run: (input: Input) => Promise<Answer>
  onDone?: (answer: Answer) => void
  /** The form shows what went wrong by itself. */
  isShown?: boolean
}

/** Changes what protects the sign-in; the page then shows what the server has. A `message` of the answer is shown. */
export function useFactorChange<Answer, Input = void>({ run, onDone, isShown = false }: Change<Input, Answer>) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    ...(!isShown && { meta: { fallback: t`This could not be saved. Please try again.` } }),
    onSuccess: (answer) => {
      const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined
      if (typeof message === 'string') toast.success(message, { duration: 3000 })
      onDone?.(answer)
    },
    onSettled: () => client.invalidateQueries(factorsQuery),
  })
}
